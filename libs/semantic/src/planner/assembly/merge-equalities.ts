import type { Filter } from '@querent/contracts';
import { type DraftFilter, type Reading, spanBetween } from '../reading/reading';
import type { Stop } from './step';

type Equality = Extract<Filter, { kind: 'compare' }>;

/** No row equals two values at once: "from state 'NY' or 'CA'" means either, however the two are joined. */
export function mergeEqualities(reading: Reading): Stop | null {
  const merged: DraftFilter[] = [];
  for (const one of reading.draft.filters) {
    const twin = isEquality(one.filter) ? merged.findIndex((other) => other.attribute === one.attribute && isEquality(other.filter)) : -1;
    const other = merged[twin];
    if (!other || !isEquality(one.filter) || !isEquality(other.filter)) {
      merged.push(one);
      continue;
    }
    const span = spanBetween(reading, other.filter.span, one.filter.span);
    merged[twin] = { attribute: one.attribute, filter: { kind: 'in', column: one.filter.column, values: [other.filter.value, one.filter.value], negated: false, span } };
  }
  reading.draft.filters = merged;
  return null;
}

function isEquality(filter: Filter): filter is Equality {
  return filter.kind === 'compare' && filter.op === '=' && filter.span !== undefined;
}
