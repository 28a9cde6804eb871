import {
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  type Filter,
  type RunData,
  type SemanticQuery,
} from '@querent/contracts';

type Shown = Pick<RunData, 'ambiguity' | 'choices' | 'learned' | 'settled' | 'context' | 'semanticQuery' | 'retrieval'>;

/**
 * Columns (`table.column`, `entity.field`) whose stored values a run shows beside its rows: offered options, choices,
 * and the conditions of the query that the question was read as.
 */
export function shownColumns({
  ambiguity,
  choices,
  learned,
  settled,
  context,
  semanticQuery,
  retrieval,
}: Shown): string[] {
  const picked = [...choices, ...learned, ...settled].flatMap(({ value, also }) => [value, ...(also ?? [])]);
  const offered = ambiguity?.options.map(({ value }) => value) ?? [];
  // A follow-up inherits the conditions of the previous question.
  const queries = [semanticQuery, context?.query ?? null].filter((query) => query !== null);
  return [
    ...[...picked, ...offered].flatMap(columnsOfOption),
    ...queries.flatMap(columnsOfQuery),
    ...(retrieval?.hints ?? []).map(({ table, column }) => `${table}.${column}`),
  ];
}

/**
 * Columns of an option such as `customers.city=杭州市`, with or without the prefix `value:`, of several joined by ` & ` or
 * `|`, and of a condition on other rows, `some orders(orders.city=杭州市,…)`; none for options without a stored value.
 */
const columnsOfOption = (value: string): string[] =>
  value
    .split(/ & |\|/)
    .flatMap((condition) => (/^(?:some|no) /.test(condition) ? condition.split(/[(),]/) : [condition]))
    .flatMap((condition) => /^(?:value:)?([^:=<>!]+\.[^=<>!]+?)(?:!?=|(?: not)? in )/.exec(condition)?.slice(1) ?? []);

function columnsOfQuery({ filters, measures, having, near }: SemanticQuery): string[] {
  const all = [...filters, ...measures.flatMap(conditionsIn), ...conditionsOfOthers({ having })];
  const place = near?.place;
  return [
    ...all.flatMap(columnsOfFilter),
    ...(place?.kind === 'stored' ? [`${place.nameColumn.table}.${place.nameColumn.column}`] : []),
  ];
}

function columnsOfFilter(filter: Filter): string[] {
  const inner = conditionsWithin(filter);
  if (inner.length > 0) return inner.flatMap(columnsOfFilter);
  return filter.kind === 'compare' || filter.kind === 'in' || filter.kind === 'text'
    ? [`${filter.column.table}.${filter.column.column}`]
    : [];
}
