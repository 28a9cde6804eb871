import type { ColumnRef, DateRange, Filter, SemanticQuery } from '@querent/contracts';
import type { Conventions } from './conventions';
import { evaluateGroups } from './evaluate-groups';
import { evaluateList } from './evaluate-list';
import type { ExpectedResult } from './expected-result';
import { homesOf, measured } from './figures';
import type { World } from './random/world';

interface Asker {
  /** Of the asker. */
  timezone: string;
  today: string;
  /** The columns of a list where the query leaves them open. */
  listed: readonly ColumnRef[];
  conventions: Conventions;
}

/** Evaluates a semantic query row by row, from the conventions only. */
export function evaluate(
  world: World,
  query: SemanticQuery,
  { timezone, today, listed, conventions }: Asker,
): ExpectedResult {
  const context = {
    world,
    timezone,
    today,
    subject: query.subject.name,
    filters: askedFilters(query),
    isGrouped: query.measures.length === 0 || query.dimensions.length > 0,
    conventions,
    measured,
    homesOf,
  };
  if (query.measures.length > 0) return evaluateGroups(context, query);
  return evaluateList(context, query, query.select.length > 0 ? query.select : listed);
}

/** The conditions of the query. A comparison of two periods concerns the rows of both. */
function askedFilters({ filters, compare }: SemanticQuery): Filter[] {
  if (compare === null) return filters;
  const inPeriod = (range: DateRange): Filter => ({ kind: 'time', column: compare.column, range, negated: false });
  return [...filters, { kind: 'or', filters: [inPeriod(compare.base), inPeriod(compare.current)] }];
}
