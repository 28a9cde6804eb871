import type { Ambiguity, Dimension, Filter, Scalar, SemanticQuery } from '@querent/contracts';
import type { ModelFilter, SemanticModel } from '@querent/model';
import type { PlanInput } from '../plan-input';

/**
 * Adds the filters that the metrics of a query require: a default, which is disclosed, or else a question to the asker.
 */
export function requiredFilters(
  query: SemanticQuery,
  { model, locale, choices }: PlanInput,
): { query: SemanticQuery; disclosures: string[] } | { ambiguity: Ambiguity } {
  const ids = new Set(query.measures.flatMap(({ what }) => (what.kind === 'metric' ? requiredBy(model, what.id) : [])));
  const disclosures: string[] = [];
  const added: Filter[] = [];
  const keys: Dimension[] = [];
  for (const id of ids) {
    const filter = model.filters[id];
    if (!filter || isGiven(query, filter)) continue;
    const name = filter.label[locale] ?? filter.label[locale === 'zh' ? 'en' : 'zh'] ?? id;
    const choice = choices.findLast(({ key }) => key === `filter:${id}`);
    if (choice?.also && choice.also.length > 0) {
      const several = sideBySide(filter, [choice.value, ...choice.also], name, { model, locale });
      added.push(several.filter);
      keys.push(several.dimension);
      disclosures.push(several.filter.note);
      continue;
    }
    const value = choice?.value ?? filter.default;
    if (value === undefined) return { ambiguity: whichValue(model, filter, name, locale) };
    const note =
      value === 'latest'
        ? locale === 'zh'
          ? `${name}取最新`
          : `the latest ${name}`
        : locale === 'zh'
          ? `${name}为${value}`
          : `${name} is ${value}`;
    disclosures.push(note);
    const stored = storedAs(value, filter, model);
    added.push(
      value === 'latest'
        ? { kind: 'latest', column: filter.column, note }
        : { kind: 'compare', column: filter.column, op: '=', value: stored, note },
    );
  }
  const isRanked = query.order.length > 0 || query.dimensions.length > 0 || query.compare !== null || keys.length === 0;
  return {
    query: {
      ...query,
      filters: [...query.filters, ...added],
      dimensions: [...query.dimensions, ...keys],
      order: isRanked ? query.order : [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }],
    },
    disclosures,
  };
}

/**
 * If the question states several values of a required filter, each gets its own group, so that values are not mixed.
 */
function sideBySide(
  filter: ModelFilter,
  values: readonly string[],
  name: string,
  { model, locale }: Pick<PlanInput, 'model' | 'locale'>,
): { filter: Filter & { note: string }; dimension: Dimension } {
  const note = locale === 'zh' ? `${name}为${values.join('或')}` : `${name} is ${values.join(' or ')}`;
  const stored = values.map((value) => storedAs(value, filter, model));
  return {
    filter: { kind: 'in', column: filter.column, values: stored, negated: false, note },
    dimension: { column: filter.column, label: name },
  };
}

/** A choice is text; it is converted to the type of the column. */
function storedAs(value: Scalar, { column }: ModelFilter, model: SemanticModel): Scalar {
  const category = model.tables[column.table]?.columns[column.column]?.category;
  return (category === 'integer' || category === 'numeric') && typeof value === 'string' && value !== 'latest'
    ? Number(value)
    : value;
}

function requiredBy(model: SemanticModel, id: string): string[] {
  const metric = model.metrics[id];
  return metric
    ? [...metric.requires, ...Object.keys(metric.children).flatMap((child) => requiredBy(model, child))]
    : [];
}

function isGiven(query: SemanticQuery, { column }: ModelFilter): boolean {
  const same = (ref: { table: string; column: string } | undefined): boolean =>
    ref?.table === column.table && ref.column === column.column;
  return (
    query.filters.some((one) => 'column' in one && same(one.column)) ||
    query.dimensions.some((one) => same(one.column)) ||
    same(query.compare?.column)
  );
}

function whichValue(
  model: SemanticModel,
  { id, column, label }: ModelFilter,
  name: string,
  locale: PlanInput['locale'],
): Ambiguity {
  const stored = [...(model.tables[column.table]?.columns[column.column]?.storedValues ?? [])]
    .sort()
    .reverse()
    .slice(0, 4);
  return {
    trigger: 'missing_filter',
    key: `filter:${id}`,
    question: locale === 'zh' ? `要看哪个${name}？` : `Which ${name} do you mean?`,
    allowText: true,
    combinable: true,
    options: stored.map((value, at) => ({
      id: String(at + 1),
      label: value,
      value,
      aliases: spokenForms(value, [label.zh, label.en]),
    })),
  };
}

const NUMERALS = '零一二三四五六七八九十';

/** Spoken forms of a value that is a bare number: 第二学期, "term 2", 2024年. */
function spokenForms(value: string, names: readonly (string | undefined)[]): string[] {
  if (!/^\d+$/.test(value)) return [];
  const numeral = NUMERALS[Number(value)];
  const spoken = [value, ...(numeral === undefined ? [] : [numeral])];
  return [
    `${value}年`,
    ...names.flatMap((name) =>
      name === undefined || name === ''
        ? []
        : spoken.flatMap((one) => [`第${one}${name}`, `${one}${name}`, `${name} ${one}`]),
    ),
  ];
}
