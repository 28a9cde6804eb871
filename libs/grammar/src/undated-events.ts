import type { ColumnRef, Filter } from '@querent/contracts';
import type { Facts } from './facts';

/** Whether a condition states an event without a time. */
export const hasUndatedEvent = (facts: Facts, filters: readonly Filter[], clock: ColumnRef | null = null): boolean =>
  filters.some((one) =>
    one.kind === 'exists'
      ? facts.clock(one.table) !== null && one.filters.every(({ kind }) => kind !== 'time')
      : one.kind === 'null' &&
        facts.isTime(one.column) &&
        (!one.negated || (one.column.column !== clock?.column && !facts.isOwnClock(one.column))),
  );
