import type { ColumnRef, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { say } from '@querent/semantic';
import { inRole } from '../attach';
import { type Candidate, conditionsOf } from './candidate';
import { keyOf } from './parts';
import { conditionText, type Wording } from './wording';

/**
 * A candidate with the conditions that hold by default, an agent's for one: each where the question has none on the
 * same column and its rows, or the related rows that it asks for, have one such column. They only narrow, and the
 * answer says what was added.
 */
export function withDefaults(candidate: Candidate, defaults: readonly Filter[], wording: Wording): Candidate {
  return defaults.reduce((before, filter) => withDefault(before, filter, wording), candidate);
}

function withDefault(candidate: Candidate, filter: Filter, wording: Wording): Candidate {
  const columns = columnsOf(filter, wording);
  if (columns.length === 0 || isConditioned(candidate.query, columns, wording)) return candidate;
  const added = narrowed(candidate.query, { ...filter, span: undefined }, columns, wording);
  if (added === null) return candidate;
  const note = say(
    wording.locale,
    `默认条件：${conditionText(wording, filter)}`,
    `by default, ${conditionText(wording, filter)}`,
  );
  return { ...candidate, query: added, disclosures: [...candidate.disclosures, note] };
}

/** The columns that a condition is about; none for what the model does not have. */
function columnsOf(filter: Filter, wording: Wording): ColumnRef[] {
  const { facts } = wording;
  if (filter.kind === 'or') return filter.filters.flatMap((one) => columnsOf(one, wording));
  if (filter.kind === 'term')
    return facts.model.terms[filter.id]?.table === undefined
      ? []
      : [{ table: facts.model.terms[filter.id]?.table ?? '', column: `term ${filter.id}` }];
  if (filter.kind === 'exists') return facts.model.tables[filter.table] ? [{ table: filter.table, column: '*' }] : [];
  if (filter.kind === 'bound') return facts.model.tables[filter.thing] ? [{ table: filter.thing, column: '*' }] : [];
  return facts.column(filter.column) ? [filter.column] : [];
}

function isConditioned(query: SemanticQuery, columns: readonly ColumnRef[], wording: Wording): boolean {
  const asked = [...conditionsOf(query), ...query.filters.filter(({ kind }) => kind === 'exists')].flatMap((filter) =>
    columnsOf(filter, wording),
  );
  const compared = query.compare ? [query.compare.column] : [];
  const known = new Set([...asked, ...compared].map(keyOf));
  return columns.some((column) => known.has(keyOf(column)));
}

/**
 * On the rows that are asked for, else on related rows: "customers with an order" are those with an order that the
 * agent sees.
 */
function narrowed(
  query: SemanticQuery,
  filter: Filter,
  columns: readonly ColumnRef[],
  { facts }: Wording,
): SemanticQuery | null {
  // Who plays a role is narrowed as everyone of the kind is.
  const { name } = query.subject;
  const played = facts.playerOf(name) === name ? null : inRole([filter], facts.playerOf(name), name);
  if (played) return { ...query, filters: [...query.filters, ...played] };
  const hasOne = (from: string): boolean =>
    columns.every(({ table }) => ['same', 'lookup'].includes(facts.way(from, table)?.kind ?? ''));
  // A figure of each thing is of what the agent sees as well.
  const seen = (measure: Measure): Measure => {
    const { what, per } = measure;
    const home = what.kind === 'aggregate' ? what.table : (facts.model.metrics[what.id]?.table ?? '');
    const where = hasOne(home) ? { where: [...(measure.where ?? []), filter] } : {};
    return { ...measure, ...where, ...(per && { per: seen(per) }) };
  };
  const seenIn = (one: Filter): Filter => (one.kind === 'bound' ? { ...one, measure: seen(one.measure) } : one);
  if (hasOne(query.subject.name)) return { ...query, filters: [...query.filters.map(seenIn), filter] };
  const filters = query.filters.map((one) =>
    one.kind === 'exists' && hasOne(one.table) ? { ...one, filters: [...one.filters, filter] } : seenIn(one),
  );
  return filters.some((one, at) => one !== query.filters[at]) ? { ...query, filters } : null;
}
