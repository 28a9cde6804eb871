import type { Unit } from '@querent/lexicon';
import { isPassage } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { Cover } from '../cover';
import { endsOf, HAN, isOperator, isPlain, spanOf, spansOf, SURE, thingsIn } from '../unit-kinds';
import { type ApartWeight, DROPPED } from '../weight';

/** "Distribution" asks for groups; that it is a dictionary synonym of logistics is less likely. */
export const SPREAD_AS_NAME: ApartWeight = {
  name: 'distribution as a name',
  example: 'distribution of orders by region',
  of: 'names',
  weigh: ({ words }) => {
    const spread = spansOf(words, (unit) => isPlain(unit, 'spread'));
    if (spread.size === 0) return null;
    return (unit) => (unit.form === 'dictionary' && spread.has(spanOf(unit)) ? DROPPED : 0);
  },
};

/** A reference column named by a verb of passage means what the verb expresses. */
export const PASSAGE_AS_NAME: ApartWeight = {
  name: 'verb of passage as a name',
  example: 'states that the river runs through',
  of: 'names',
  weigh: ({ words, facts }) => {
    const passages = words.filter(({ text }) => isPassage(text));
    if (passages.length === 0) return null;
    const isPassed = ({ meaning, start, end }: Unit): boolean =>
      meaning.type === 'attribute' &&
      passages.some((one) => start <= one.start && one.end === end) &&
      facts.refersTo(meaning.column) !== null;
    return (unit) => (isPassed(unit) ? DROPPED : 0);
  },
};

/** A thing named by a single character of its name is meant only behind a measure word. */
export const ONE_CHARACTER_THING: ApartWeight = {
  name: 'thing of one character',
  example: '三款酒',
  of: 'names',
  weigh: ({ names, words }) => {
    const isLetter = ({ meaning, form, text }: Unit): boolean =>
      meaning.type === 'thing' && form !== 'exact' && form !== 'dictionary' && text.length === 1 && HAN.test(text);
    if (!names.some(isLetter)) return null;
    const measured = endsOf(words, (unit) => {
      const isCount = isOperator(unit, 'count') && unit.text.length > 1;
      return isCount || (unit.meaning.type === 'number' && unit.meaning.unit !== null);
    });
    // 多少人 asks for people, even if the model has 客人 or 委托人.
    const ofPeople = endsOf(
      words,
      ({ meaning }) =>
        meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.people === true,
    );
    return (unit) => (isLetter(unit) && (!measured.has(unit.start) || ofPeople.has(unit.end)) ? DROPPED : 0);
  },
};

/** Cost of reading counting words as the beginning of a derived name. */
const AS_COUNT = 0.4;

/** "Number of notes" counts notes, even if notes have a number. */
export const COUNT_WITHIN_NAME: ApartWeight = {
  name: 'count within a name',
  example: '笔记的数量',
  of: 'names',
  weigh: ({ names, words }) => {
    const counts = endsOf(words, (unit) => isOperator(unit, 'count') && /^数量?$/u.test(unit.text));
    const things = new Set(
      names.flatMap(({ meaning, start }) => (meaning.type === 'thing' ? [`${start} ${meaning.thing}`] : [])),
    );
    const isCount = ({ form, meaning, start, end }: Unit): boolean =>
      form === 'dictionary' && counts.has(end) && 'column' in meaning && things.has(`${start} ${meaning.column.table}`);
    const ends = new Map(
      words.flatMap((unit): [number, number][] =>
        isOperator(unit, 'count') && unit.text.endsWith(' of') ? [[unit.start, unit.end]] : [],
      ),
    );
    return (unit) => {
      if (isCount(unit)) return DROPPED;
      return unit.form !== 'exact' && unit.end > (ends.get(unit.start) ?? Infinity) ? AS_COUNT : 0;
    };
  },
};

const CALLED = /(?:^| )(?:named|called)$|^(?:叫|叫做|名为|名叫)$/u;
/** Cost of a value behind "called" that is not a name of the thing before it. */
const NOT_ITS_NAME = 0.8;
/** A thing and "called" are at most this many characters apart. */
const MOST_BEFORE_CALLED = ' which are '.length;

/** "Cities named Oslo" asks for cities with this name. It is not about cities of another thing called Oslo. */
export const NAME_BEHIND_CALLED: ApartWeight = {
  name: 'name behind called',
  example: 'cities named Oslo',
  of: 'names',
  weigh: ({ names, words, facts }) => {
    const called = words.filter(({ text }) => CALLED.test(text));
    if (called.length === 0) return null;
    const things = names.filter(({ meaning, cost }) => meaning.type === 'thing' && cost < SURE);
    const playersOf = (units: readonly Unit[]): ReadonlySet<string> =>
      new Set([...thingsIn(units)].map((thing) => facts.playerOf(thing)));
    const ends = new Map<number, ReadonlySet<string>>();
    for (const { start, end } of called) {
      const before = things.filter((thing) => thing.end <= start && start - thing.end <= MOST_BEFORE_CALLED);
      const last = Math.max(...before.map((thing) => thing.end));
      const own = playersOf(before.filter((thing) => thing.end === last));
      for (const at of [end, end + 1]) ends.set(at, own);
    }
    // 叫长江的河流: the thing follows its name.
    const following = (end: number): ReadonlySet<string> => playersOf(things.filter(({ start }) => start === end + 1));
    const isNot = ({ start, end, text, meaning }: Unit): boolean => {
      const before = ends.get(start);
      if (before === undefined || meaning.type !== 'value') return false;
      const own = HAN.test(text) && following(end).size > 0 ? following(end) : before;
      return !facts.isNameColumn(meaning.column) || (own.size > 0 && !own.has(facts.playerOf(meaning.column.table)));
    };
    return (unit) => (isNot(unit) ? NOT_ITS_NAME : 0);
  },
};

/** Cost of a name of another thing than the one whose noun is beside it. */
const OF_OTHER_KIND = 0.4;

/**
 * A name that several things share belongs to the thing whose noun is beside it or inside it. "Ohio rivers", "which
 * Ohio river" and "the longest Ohio river" choose among several rivers in Ohio, so the noun does not identify Ohio.
 */
export const NAME_WITH_KIND: ApartWeight = {
  name: 'name with its kind',
  example: 'the city of Springfield',
  of: 'names',
  weigh: ({ names: units, words, facts }) => {
    const names = units.filter(
      ({ meaning, form }) => meaning.type === 'value' && form === 'exact' && facts.role(meaning.column) === 'name',
    );
    // "The capital city of New York" does not mean that New York is a city.
    const labels = new Cover(
      units.filter(({ meaning, form }) => form === 'exact' && meaning.type !== 'value' && meaning.type !== 'thing'),
    );
    const nouns = names.length === 0 ? [] : units.filter((unit) => isNoun(unit) && !labels.coversMore(unit));
    if (nouns.length === 0) return null;
    const isBeside = besideIn(words);
    const sure = names.filter((name) =>
      nouns.some((noun) => thingOf(name, facts) === thingOf(noun, facts) && isBeside(name, noun)),
    );
    if (sure.length === 0) return null;
    const isOther = (unit: Unit): boolean =>
      unit.meaning.type === 'value' &&
      sure.some(
        (name) => name.start <= unit.start && unit.end <= name.end && thingOf(name, facts) !== thingOf(unit, facts),
      );
    return (unit) => (isOther(unit) ? OF_OTHER_KIND : 0);
  },
};

/** Whether a noun is beside a name or inside it, and does not choose among several. */
function besideIn(words: readonly Unit[]): (name: Unit, noun: Unit) => boolean {
  const choosing = new Set(words.flatMap((unit) => (choosesAmong(unit) ? [unit.end, unit.end + 1] : [])));
  const ofs = new Map(words.flatMap(({ text, start, end }) => (text === 'of' ? [[start - 1, end + 1]] : [])));
  return (name, noun) => {
    const [starts, ends] = [Math.min(name.start, noun.start), Math.max(name.end, noun.end)];
    if (choosing.has(starts)) return false;
    if (noun.start >= name.start && noun.end <= name.end) return name.start !== noun.start || name.end !== noun.end;
    if (HAN.test(name.text)) return noun.start === name.end && ends - noun.start === 1;
    return noun.start === name.end + 1 || noun.end + 1 === name.start || ofs.get(noun.end) === name.start;
  };
}

/** A thing in the singular: several things of a kind rarely share one name. */
const isNoun = ({ meaning, cost, text }: Unit): boolean =>
  meaning.type === 'thing' && cost < SURE && !/(?<![suia])s$/u.test(text);

const thingOf = ({ meaning }: Unit, facts: Facts): string | null => {
  const thing = meaning.type === 'thing' ? meaning.thing : 'column' in meaning ? meaning.column.table : null;
  return thing && facts.playerOf(thing);
};

/** Whether a word chooses among several things. */
const choosesAmong = (unit: Unit): boolean =>
  unit.meaning.type === 'operator' &&
  (isOperator(unit, 'extreme') || /^(?:which|what|how many|哪个|哪些|哪条|哪座)$/u.test(unit.text));
