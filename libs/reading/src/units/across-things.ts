import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

const ACROSS = /^across$/iu;

/**
 * "Total rent across the shops": an amount that each shop has of its own is taken over all of them, and grouped by
 * nothing. An amount of other rows is that of each: sales across the shops.
 */
export function withOwnAcross(units: readonly Unit[], facts: Facts): readonly Unit[] {
  const isAcross = ({ text, meaning }: Unit): boolean =>
    ACROSS.test(text) &&
    meaning.type === 'operator' &&
    meaning.operator.op === 'plain' &&
    meaning.operator.word === 'by';
  if (!units.some(isAcross)) return units;
  const homeOf = ({ meaning }: Unit): string | null =>
    meaning.type === 'measure'
      ? meaning.column.table
      : meaning.type === 'metric'
        ? (facts.model.metrics[meaning.id]?.table ?? null)
        : null;
  const firstAt = new Map<string, number>();
  for (const unit of units) {
    const home = homeOf(unit);
    if (home !== null) firstAt.set(home, Math.min(unit.start, firstAt.get(home) ?? unit.start));
  }
  const things = new Map(
    units.flatMap(({ meaning, start }) => (meaning.type === 'thing' ? [[start, meaning.thing]] : [])),
  );
  const isOwn = ({ start, end }: Unit): boolean =>
    BEFORE_THING.some((length) => (firstAt.get(things.get(end + length) ?? '') ?? Infinity) < start);
  return units.map((unit) =>
    isAcross(unit) && isOwn(unit)
      ? { ...unit, meaning: { type: 'operator', operator: { op: 'plain', word: 'of' } } }
      : unit,
  );
}

/** Letters between the word and the thing: a space, and "the" or "our". */
const BEFORE_THING = [1, ' the '.length];
