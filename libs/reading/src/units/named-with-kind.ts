import type { Unit } from '@querent/lexicon';
import { Cover } from './cover';
import type { Facts } from '@querent/grammar';

/** What it costs that a name is of another thing than the one whose noun stands beside it. */
const OF_OTHER_KIND = 0.4;
/** Forms up to this cost name a thing for sure. */
const SURE_THING = 0.1;
const HAN = /^\p{Script=Han}/u;

/**
 * "The Ohio river", "the city of Springfield", 密苏里河: a name that several things share is of the one whose noun stands
 * beside it, or is a part of it. "Ohio rivers", "which Ohio river" and "the longest Ohio river" are one of several in
 * Ohio.
 */
export function namedWithKind(units: readonly Unit[], closed: readonly Unit[], facts: Facts): readonly Unit[] {
  const names = units.filter(
    ({ meaning, form }) => meaning.type === 'value' && form === 'exact' && facts.role(meaning.column) === 'name',
  );
  // The capital city of New York is not the city of New York.
  const labels = new Cover(
    units.filter(({ meaning, form }) => form === 'exact' && meaning.type !== 'value' && meaning.type !== 'thing'),
  );
  const nouns = names.length === 0 ? [] : units.filter((unit) => isNoun(unit) && !labels.coversMore(unit));
  if (nouns.length === 0) return units;
  const choosing = new Set(closed.flatMap((unit) => (choosesAmong(unit) ? [unit.end, unit.end + 1] : [])));
  const ofs = new Map(closed.flatMap(({ text, start, end }) => (text === 'of' ? [[start - 1, end + 1]] : [])));
  const isBeside = (name: Unit, noun: Unit): boolean => {
    const [starts, ends] = [Math.min(name.start, noun.start), Math.max(name.end, noun.end)];
    if (choosing.has(starts)) return false;
    if (noun.start >= name.start && noun.end <= name.end) return name.start !== noun.start || name.end !== noun.end;
    if (HAN.test(name.text)) return noun.start === name.end && ends - noun.start === 1;
    return noun.start === name.end + 1 || noun.end + 1 === name.start || ofs.get(noun.end) === name.start;
  };
  const sure = names.filter((name) =>
    nouns.some((noun) => thingOf(name, facts) === thingOf(noun, facts) && isBeside(name, noun)),
  );
  const isOther = (unit: Unit): boolean =>
    unit.meaning.type === 'value' &&
    sure.some(
      (name) => name.start <= unit.start && unit.end <= name.end && thingOf(name, facts) !== thingOf(unit, facts),
    );
  return sure.length === 0
    ? units
    : units.map((unit) => (isOther(unit) ? { ...unit, cost: unit.cost + OF_OTHER_KIND } : unit));
}

/** A thing in the singular: several of a kind are hardly called by one name. */
const isNoun = ({ meaning, cost, text }: Unit): boolean =>
  meaning.type === 'thing' && cost < SURE_THING && !/(?<![suia])s$/u.test(text);

const thingOf = ({ meaning }: Unit, facts: Facts): string | null => {
  const thing = meaning.type === 'thing' ? meaning.thing : 'column' in meaning ? meaning.column.table : null;
  return thing && facts.playerOf(thing);
};

/** What asks for some of several. */
function choosesAmong({ meaning, text }: Unit): boolean {
  if (meaning.type !== 'operator') return false;
  return meaning.operator.op === 'extreme' || /^(?:which|what|how many|哪个|哪些|哪条|哪座)$/u.test(text);
}
