import type { Filter } from '@querent/contracts';
import { attach, type Facts, type FigureMeaning, isOfAny, type Key, ownerOf, type PeriodUse } from '@querent/grammar';
import type { Topic } from './lift-query';

/** Cost of dropping a part of the last query that does not apply to the new rows. */
export const LOST_COST = 0.4;

/** The parts of the last query, applied to the rows of another thing. */
export interface Reattached {
  filters: Filter[];
  periods: PeriodUse[];
  keys: Key[];
  cost: number;
}

/**
 * Applies the conditions, periods and groups of a topic to the rows of `thing`. Parts without a join path are dropped
 * at a cost. With `theirs`, the new rows belong to the rows of the topic, and the periods stay on their columns.
 */
export function reattached(topic: Topic, thing: string, facts: Facts, theirs = false): Reattached {
  const keys = topic.cat === 'figure' ? topic.keys : [];
  if (topic.thing === thing) return { filters: topic.filters, periods: topic.periods, keys, cost: 0 };
  const found: Reattached = {
    filters: [],
    periods: topic.periods.map((use) => ({ ...use, column: theirs ? use.column : ofThing(use, topic, thing, facts) })),
    keys: [],
    cost: 0,
  };
  for (const filter of topic.filters) {
    const moved = movedFilter(filter, topic.thing, thing, facts);
    found.filters.push(...(moved?.filters ?? []));
    found.cost += moved?.cost ?? LOST_COST;
  }
  for (const key of keys) {
    const moved = movedKey(key, topic as FigureMeaning, thing, facts);
    if (moved) found.keys.push(moved);
    else found.cost += LOST_COST;
  }
  return found;
}

/** A period of the topic's own rows moves to the time of the new rows; another stays on its column. */
function ofThing({ column }: PeriodUse, topic: Topic, thing: string, facts: Facts): PeriodUse['column'] {
  if (column === null || column.table === topic.thing) return null;
  const way = facts.way(thing, column.table);
  return way?.kind === 'lookup' && facts.clocks(thing).length === 0 ? column : null;
}

/** A default condition belongs to the rows that it was added for and does not move. */
function movedFilter(
  filter: Filter,
  from: string,
  thing: string,
  facts: Facts,
): { filters: Filter[]; cost: number } | null {
  if (filter.note !== undefined)
    return ownerOf(filter, facts) === thing ? { filters: [filter], cost: 0 } : { filters: [], cost: 0 };
  if (filter.kind === 'exists') {
    if (filter.table === thing && isOfAny(filter)) return { filters: filter.filters, cost: 0 };
    return attach(facts, thing, from, [filter]);
  }
  const owner = ownerOf(filter, facts);
  return owner === null ? null : attach(facts, thing, owner, [filter]);
}

function movedKey(key: Key, topic: FigureMeaning, thing: string, facts: Facts): Key | null {
  if (key.column === null) return key;
  if (key.grain !== null && key.column.table === topic.thing) return { ...key, column: null };
  const way = facts.way(thing, key.column.table);
  return way?.kind === 'same' || way?.kind === 'lookup' ? key : null;
}
