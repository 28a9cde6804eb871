import type { ColumnRef, Filter } from '@querent/contracts';
import type { Aspect } from '@querent/lexicon';
import { type Facts, type FigureMeaning, opposite, ownerOf, withoutColumn, withoutTimes } from '@querent/grammar';
import type { Edited } from './edit';
import type { Topic } from './lift-query';

/** The topic without conditions on a column; null if it has none. */
export function withoutConditionsOn(topic: Topic, column: ColumnRef): Topic | null {
  const filters = withoutColumn(topic.filters, column);
  return filters.length < topic.filters.length ? { ...topic, filters } : null;
}

/** The topic without its time, conditions, groups or another aspect; null if it does not have it. */
export function withoutAspect(topic: Topic, of: Exclude<Aspect, 'part'>, facts: Facts): Topic | null {
  switch (of) {
    case 'time': {
      const filters = withoutTimes(topic.filters, facts).filter(({ kind }) => kind !== 'recurring');
      const isTimed = topic.periods.length > 0 || filters.length < topic.filters.length;
      return isTimed ? { ...topic, filters, periods: [] } : null;
    }
    case 'conditions':
      return topic.filters.length > 0 ? { ...topic, filters: [] } : null;
    case 'groups':
      return topic.cat === 'figure' && topic.keys.length > 0
        ? { ...topic, keys: [], order: null, limit: null, rank: null }
        : null;
    case 'limit':
      return topic.limit === null ? null : { ...topic, limit: null, rank: null };
    case 'order':
      return inReverse(topic, facts);
    case 'comparison':
      if (topic.cat === 'set' || topic.compare === null) return null;
      return 'current' in topic.compare
        ? { ...topic, compare: null, periods: [topic.compare.current] }
        : { ...topic, compare: null };
  }
}

function inReverse(topic: Topic, facts: Facts): Topic | null {
  if (topic.cat === 'set')
    return topic.order.length === 0
      ? null
      : { ...topic, order: topic.order.map((one) => ({ ...one, direction: opposite(one.direction) })) };
  if (topic.keys.length === 0) return null;
  const time = topic.keys.findIndex(({ column, grain }) => grain !== null || (column !== null && facts.isYear(column)));
  if (time >= 0 && (topic.order === null || topic.order.by === 'dimension')) {
    const direction = opposite(topic.order?.direction ?? 'asc');
    return { ...topic, order: { measure: time, by: 'dimension', direction } };
  }
  return {
    ...topic,
    order: { measure: topic.order?.measure ?? 0, direction: opposite(topic.order?.direction ?? 'desc') },
  };
}

/** Removes one of several figures. */
export function withoutMeasure(topic: Topic, { measures: [taken], filters, keys }: FigureMeaning): Topic | null {
  if (topic.cat === 'set' || filters.length + keys.length > 0) return null;
  const measures = topic.measures.filter(({ what }) => JSON.stringify(what) !== JSON.stringify(taken?.what));
  const isOne = measures.length > 0 && measures.length < topic.measures.length;
  return isOne ? { ...topic, measures, order: null, bare: null } : null;
}

/** Removes the groups by a thing, or the conditions on it. */
export function withoutThing(topic: Topic, thing: string, facts: Facts): Edited[] {
  if (topic.cat === 'figure') {
    const keys = topic.keys.filter(({ column }) => column?.table !== thing);
    if (keys.length < topic.keys.length) return [{ topic: { ...topic, keys }, cost: 0 }];
  }
  const filters = topic.filters.filter((filter) => ownerOf(filter, facts) !== thing);
  return filters.length < topic.filters.length ? [{ topic: { ...topic, filters }, cost: 0 }] : [];
}

/**
 * The last figure over the whole organisation. First it drops the conditions on a part, which is identified by its name
 * (one branch), by its location, or by a row that it belongs to. If there are none, it drops the groups. Conditions on
 * the kind of rows stay (overdue orders). Where either may be meant, both are readings.
 */
export function overAll(topic: Topic, facts: Facts): readonly Edited[] {
  const valued = topic.filters.filter(isOfValue);
  const named = valued.filter((filter) => isPart(filter, facts));
  const others = valued.filter((filter) => !named.includes(filter) && filter.column.table !== topic.thing);
  const parts = named.length > 0 ? named : others.length === 1 ? others : [];
  if (parts.length > 0) return [{ topic: without(topic, parts), cost: 0 }];
  // Of several referenced things, it is open which one is the part.
  if (others.length > 1) return others.map((one) => ({ topic: without(topic, [one]), cost: 0 }));
  const whole: Topic =
    topic.cat === 'figure' && topic.keys.length > 0
      ? { ...topic, keys: [], order: null, limit: null, rank: null }
      : topic;
  if (whole !== topic || valued.length === 0) return [{ topic: whole, cost: 0 }];
  return [topic, without(topic, valued)].map((one) => ({ topic: one, cost: 0 }));
}

type Valued = Extract<Filter, { kind: 'compare' | 'in' }>;

const isOfValue = (filter: Filter): filter is Valued =>
  filter.kind === 'in'
    ? !filter.negated
    : filter.kind === 'compare' && filter.op === '=' && typeof filter.value === 'string';

const isPart = ({ column }: Valued, facts: Facts): boolean => facts.role(column) === 'name' || facts.isPlace(column);

const without = (topic: Topic, parts: readonly Filter[]): Topic => ({
  ...topic,
  filters: topic.filters.filter((filter) => !parts.includes(filter)),
});
