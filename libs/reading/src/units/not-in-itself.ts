import { isPassage, type Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/** What it costs that a name beside "in" is of the things themselves, where it also is of where they are. */
const WITHIN_ITSELF = 0.4;
/** The same behind a verb of place. */
const THROUGH_ITSELF = 0.8;
const WITHIN = /^(?:in|within)(?: the)?$|^(?:在|位于)$/u;
const OF = /^of(?: the)?$/u;
const HAN = /^\p{Script=Han}/u;

/**
 * "Lakes in Michigan", "Michigan's lakes", 密歇根的湖泊, "the largest lake of Michigan": no lake lies in itself, or has
 * lakes.
 */
export function notInItself(units: readonly Unit[], facts: Facts): Unit[] {
  const nouns = units.filter(({ meaning }) => meaning.type === 'thing');
  const things = new Set(nouns.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])));
  const isOwn = ({ meaning }: Unit): boolean =>
    meaning.type === 'value' && things.has(meaning.column.table) && facts.role(meaning.column) === 'name';
  const own = units.filter(isOwn);
  if (own.length === 0) return [...units];
  const others = new Set(units.filter((unit) => unit.meaning.type === 'value' && !isOwn(unit)).map(spanOf));
  const words = units.filter(({ meaning }) => meaning.type === 'operator');
  const behind = (isOne: (text: string) => boolean): ReadonlySet<number> =>
    new Set(words.flatMap(({ text, end }) => (isOne(text) ? [end, end + 1] : [])));
  const [within, through] = [behind((text) => WITHIN.test(text)), behind(isPassage)];
  const extremes = new Set(
    words.flatMap(({ meaning, end }) =>
      meaning.type === 'operator' && meaning.operator.op === 'extreme' ? [end, end + 1] : [],
    ),
  );
  const isOfKind = (name: Unit, { meaning }: Unit): boolean =>
    meaning.type === 'thing' && name.meaning.type === 'value' && meaning.thing === name.meaning.column.table;
  const isKindOf = (name: Unit, noun: Unit): boolean =>
    isOfKind(name, noun) && !HAN.test(name.text) && noun.start === name.end + 1;
  const isAfter = (name: Unit, noun: Pick<Unit, 'start' | 'end'>): boolean =>
    words.some(({ text, start, end }) =>
      OF.test(text)
        ? extremes.has(noun.start) && start === noun.end + 1 && end + 1 === name.start
        : (text === "'s" || text === '的') && start === name.end && (HAN.test(text) ? end : end + 1) === noun.start,
    );
  return units.map((unit) => {
    // In the Shanghai office are others.
    if (!isOwn(unit) || !others.has(spanOf(unit)) || nouns.some((noun) => isKindOf(unit, noun))) return unit;
    if (through.has(unit.start)) return { ...unit, cost: unit.cost + THROUGH_ITSELF };
    const isIn = within.has(unit.start) || nouns.some((noun) => isOfKind(unit, noun) && isAfter(unit, noun));
    return isIn ? { ...unit, cost: unit.cost + WITHIN_ITSELF } : unit;
  });
}

const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;
