import type { Filter } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Edited } from './edit';
import type { Topic } from './lift-query';

/**
 * The last figure over all of the organisation: without the part that it was of, which is what is called so (one
 * branch), where it is, or what it belongs to; then without its groups. What kind of rows it is of stays (overdue
 * orders), and where either may be meant, both are readings.
 */
export function overAll(topic: Topic, facts: Facts): readonly Edited[] {
  const valued = topic.filters.filter(isOfValue);
  const named = valued.filter((filter) => isPart(filter, facts));
  const others = valued.filter((filter) => !named.includes(filter) && filter.column.table !== topic.thing);
  const parts = named.length > 0 ? named : others.length === 1 ? others : [];
  if (parts.length > 0) return [{ topic: without(topic, parts), cost: 0 }];
  // One of several things that the rows belong to: which of them parted the whole is not known.
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
