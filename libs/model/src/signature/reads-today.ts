import type { SemanticQuery } from '@querent/contracts';
import type { SemanticModel } from '../semantic-model';
import { conditionsRead, definitionsIn } from './definitions-in';

/**
 * Whether the statement of a query depends on the day of its compilation, apart from the dates in the query: an
 * expression of the model uses `current_date`, a trend with an open end is filled up to today, or a year column is
 * filtered by a range that ends after today. In doubt, true.
 */
export function readsToday(query: SemanticQuery, model: SemanticModel, today: string): boolean {
  const ranges = [
    ...conditionsRead(query).flatMap((filter) => (filter.kind === 'time' ? [filter.range] : [])),
    ...(query.compare ? [query.compare.base, query.compare.current] : []),
  ];
  const isTrend = query.dimensions.some(({ grain }) => grain !== undefined);
  return (
    ranges.some(({ to }) => (to === null ? isTrend : to > today)) ||
    definitionsIn(query, model).some(({ sql }) => /current_date/i.test(sql))
  );
}
