import type { Filter } from '@querent/contracts';

/** A condition that related rows exist. */
export type Existence = Extract<Filter, { kind: 'exists' }>;

/** Whether the condition only requires a related row: not negated, without a count, and not "all". */
export const isOfAny = (one: Filter): one is Existence =>
  one.kind === 'exists' && !one.negated && one.count === undefined && !one.all;
