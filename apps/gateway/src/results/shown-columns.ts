import {
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  type Filter,
  type RunData,
  type SemanticQuery,
} from '@querent/contracts';
import { columnsInOption } from '@querent/planner';

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
    ...[...picked, ...offered].flatMap(columnsInOption),
    ...queries.flatMap(columnsOfQuery),
    ...(retrieval?.hints ?? []).map(({ table, column }) => `${table}.${column}`),
  ];
}

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
