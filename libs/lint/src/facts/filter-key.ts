import type { AggregateFact, FilterFact, JoinFact } from './statement-facts';

/** A key per condition: equal keys, equal conditions, in any position. */
export function filterKey(
  filter: Omit<FilterFact, 'clause' | 'alternative' | 'aside' | 'column' | 'aggregate'>,
): string {
  const held = [...filter.values, ...(filter.against === null ? [] : [`<${filter.against}>`])];
  return [filter.subject, filter.negated ? `not ${filter.op}` : filter.op, held.join(' | ')].join(' ').trim();
}

/** An aggregate's text for comparison and display: `sum(distinct orders.total) filter (…) over`. */
export function aggregateKey({ fn, argument, distinct, window, filter }: AggregateFact): string {
  const restricted = filter.length === 0 ? '' : ` filter (${filter.map(filterKey).sort().join(' and ')})`;
  return `${fn}(${distinct ? 'distinct ' : ''}${argument})${restricted}${window ? ' over' : ''}`;
}

export const joinKey = ({ left, right, op }: JoinFact): string => `${left} ${op} ${right}`;
