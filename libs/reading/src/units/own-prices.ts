import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/** What it costs that a verb of a price names an amount of other rows than those that have a price themselves. */
const OTHERS_COST = 0.4;

/**
 * "Plants that cost more than 20" are so by their own price, also where a cost is kept of what was done to them: right
 * before its bound, the word is the verb.
 */
export function withOwnPrices(units: readonly Unit[], facts: Facts): readonly Unit[] {
  const bounds = new Set(units.flatMap(({ meaning, start }) => (isOfPrice(meaning) ? [start] : [])));
  if (bounds.size === 0) return units;
  const named = new Set(units.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])));
  const isPriced = [...named].some((thing) =>
    facts.columns(thing).some((ref) => facts.role(ref) === 'measure' && facts.isOnScale(ref, 'price')),
  );
  if (!isPriced) return units;
  const tableOf = ({ meaning }: Unit): string | null => {
    if (meaning.type === 'measure') return meaning.column.table;
    return meaning.type === 'metric' ? (facts.model.metrics[meaning.id]?.table ?? null) : null;
  };
  const isOthers = (unit: Unit): boolean => {
    const table = unit.form !== 'exact' && bounds.has(unit.end + 1) && COSTS.test(unit.text) ? tableOf(unit) : null;
    return table !== null && !named.has(table);
  };
  return units.map((unit) => (isOthers(unit) ? { ...unit, cost: unit.cost + OTHERS_COST } : unit));
}

const COSTS = /^costs?$/u;

const isOfPrice = (meaning: Unit['meaning']): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'compare' && meaning.operator.scale === 'price';
