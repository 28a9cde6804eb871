import type { Filter } from '@querent/contracts';
import { attach, type Facts, type FigureMeaning, isOfAny, type Key, ownerOf, type PeriodUse } from '@querent/grammar';
import type { Topic } from './lift-query';

/** What a part of the last query costs that cannot be of the new rows and is left out. */
export const LOST_COST = 0.4;

/** What the last query asked of its rows, asked of the rows of another thing. */
export interface Reattached {
  filters: Filter[];
  periods: PeriodUse[];
  keys: Key[];
  cost: number;
}

/**
 * Conditions, periods and groupings of a topic as those of rows of `thing`; what has no way there is left out, at a
 * cost. `theirs`: they are the rows of those that were asked about, whose own time stays.
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

/** A period of the topic's own rows is one of the new rows' own time; another stays where it is. */
function ofThing({ column }: PeriodUse, topic: Topic, thing: string, facts: Facts): PeriodUse['column'] {
  if (column === null || column.table === topic.thing) return null;
  const way = facts.way(thing, column.table);
  return way?.kind === 'lookup' && facts.clocks(thing).length === 0 ? column : null;
}

/** A condition that a default filled in belongs to its own rows and stays with them. */
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
