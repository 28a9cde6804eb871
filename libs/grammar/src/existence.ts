import type { Filter } from '@querent/contracts';

/** A condition on related rows. */
export type Existence = Extract<Filter, { kind: 'exists' }>;

/**
 * Whether a condition says no more than that there are such related rows: neither none of them, nor how many, nor all.
 */
export const isOfAny = (one: Filter): one is Existence =>
  one.kind === 'exists' && !one.negated && one.count === undefined && !one.all;
