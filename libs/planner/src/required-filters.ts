import type { Ambiguity, Filter, SemanticQuery } from '@querent/contracts';
import type { ModelFilter, PlanInput, SemanticModel } from '@querent/semantic';

/** The query with the filters that its metrics are meaningless without: a default, which is disclosed, or else a question. */
export function requiredFilters(query: SemanticQuery, { model, locale, choices }: PlanInput): { query: SemanticQuery; disclosures: string[] } | { ambiguity: Ambiguity } {
  const ids = new Set(query.measures.flatMap(({ what }) => (what.kind === 'metric' ? requiredBy(model, what.id) : [])));
  const disclosures: string[] = [];
  const added: Filter[] = [];
  for (const id of ids) {
    const filter = model.filters[id];
    if (!filter || isGiven(query, filter)) continue;
    const name = filter.label[locale] ?? filter.label[locale === 'zh' ? 'en' : 'zh'] ?? id;
    const value = choices.find(({ key }) => key === `filter:${id}`)?.value ?? filter.default;
    if (value === undefined) return { ambiguity: whichValue(model, filter, name, locale) };
    const note = value === 'latest' ? (locale === 'zh' ? `${name}取最新` : `the latest ${name}`) : locale === 'zh' ? `${name}为${value}` : `${name} is ${value}`;
    disclosures.push(note);
    const category = model.tables[filter.column.table]?.columns[filter.column.column]?.category;
    const stored = (category === 'integer' || category === 'numeric') && typeof value === 'string' && value !== 'latest' ? Number(value) : value;
    added.push(value === 'latest' ? { kind: 'latest', column: filter.column, note } : { kind: 'compare', column: filter.column, op: '=', value: stored, note });
  }
  return { query: { ...query, filters: [...query.filters, ...added] }, disclosures };
}

function requiredBy(model: SemanticModel, id: string): string[] {
  const metric = model.metrics[id];
  return metric ? [...metric.requires, ...Object.keys(metric.children).flatMap((child) => requiredBy(model, child))] : [];
}

function isGiven(query: SemanticQuery, { column }: ModelFilter): boolean {
  const same = (ref: { table: string; column: string } | undefined): boolean => ref?.table === column.table && ref.column === column.column;
  return query.filters.some((one) => 'column' in one && same(one.column)) || query.dimensions.some((one) => same(one.column)) || same(query.compare?.column);
}

function whichValue(model: SemanticModel, { id, column }: ModelFilter, name: string, locale: PlanInput['locale']): Ambiguity {
  const stored = [...(model.tables[column.table]?.columns[column.column]?.storedValues ?? [])].sort().reverse().slice(0, 4);
  return {
    trigger: 'missing_filter', key: `filter:${id}`, question: locale === 'zh' ? `要看哪个${name}？` : `Which ${name} do you mean?`, allowText: true, combinable: true,
    options: stored.map((value, at) => ({ id: String(at + 1), label: value, value, aliases: [] })),
  };
}
