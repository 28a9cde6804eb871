import type { AggregateFunction } from '@querent/contracts';

export interface SimpleAggregate {
  fn: AggregateFunction;
  table: string;
  column: string;
}

const SIMPLE = /^\s*(sum|avg|min|max|count)\s*\(\s*(distinct\s+)?"?([\w\u4e00-\u9fff]+)"?\."?([\w\u4e00-\u9fff]+)"?\s*\)\s*$/i;

/** A metric's expression as one aggregate of one column, or null when it is more than that. */
export function simpleAggregate(expression: string | undefined): SimpleAggregate | null {
  const match = SIMPLE.exec(expression ?? '');
  if (!match) return null;
  const fn = (match[1] ?? '').toLowerCase() as AggregateFunction;
  if (match[2]) return fn === 'count' ? { fn: 'count_distinct', table: match[3] ?? '', column: match[4] ?? '' } : null;
  return { fn, table: match[3] ?? '', column: match[4] ?? '' };
}

/** Whether the values of groups add up to the value of the whole: a sum or a plain count, filtered or not. */
export function isAdditive(expression: string | undefined): boolean {
  return /^\s*(?:sum|count)\s*\((?!\s*distinct)[^)]*\)\s*(?:filter\s*\([^)]*\))?\s*$/i.test(expression ?? '');
}
