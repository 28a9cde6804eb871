import type { Unit } from '@querent/lexicon';
import { endsOf, isOperator, isPlain, spanOf, spansOf, startsOf } from '../unit-kinds';
import { type ApartWeight, DROPPED } from '../weight';

/** A recurring time that is a stored value, such as 上午 as a part of the day, means the stored value. */
export const TIME_OVER_NAME: ApartWeight = {
  name: 'recurring time that is a name',
  example: '上午的课程',
  of: 'words',
  weigh: ({ names }) => {
    const called = names.filter(
      ({ form, meaning, cost }) => form === 'exact' && cost === 0 && meaning.type !== 'reserved',
    );
    const ends = new Map<number, number>();
    for (const { start, end } of called) ends.set(start, Math.max(end, ends.get(start) ?? 0));
    // "In the morning" ends with the stored value.
    const starts = new Map(called.map(({ start, end }) => [end, start]));
    const isAlsoName = ({ start, end }: Unit): boolean =>
      (ends.get(start) ?? 0) >= end || (starts.get(end) ?? -1) >= start;
    const isOfTimes = ({ meaning }: Unit): boolean =>
      meaning.type === 'time_part' || (meaning.type === 'period' && meaning.recurs !== undefined);
    return (unit) => (isOfTimes(unit) && isAlsoName(unit) ? DROPPED : 0);
  },
};

/** Cost of a question word for places as a condition that rows have a place. */
const AS_HAVING = 0.4;

/** "Where is the seat" asks for a location, and not for rows that have a seat. */
export const WHERE_AS_HAVING: ApartWeight = {
  name: 'where read as having a place',
  example: 'where is the seat',
  of: 'words',
  weigh: ({ words }) =>
    words.some((unit) => unit.start === 0 && isPlain(unit, 'where'))
      ? (unit) => (unit.start === 0 && isPlain(unit, 'with') ? AS_HAVING : 0)
      : null,
};

/** Only an "in" at the end of a question refers to the place that its beginning asks for. */
export const IN_WITHOUT_PLACE: ApartWeight = {
  name: 'in that does not end the question',
  example: 'which state is the lake in',
  of: 'words',
  weigh: ({ names, words }) => {
    if (!words.some(({ text }) => text === 'in')) return null;
    const meant = [...names, ...words].filter(({ meaning }) => meaning.type !== 'filler');
    const last = Math.max(0, ...meant.map(({ start }) => start));
    return (unit) => (unit.text === 'in' && unit.start < last && isPlain(unit, 'within') ? DROPPED : 0);
  },
};

/** Cost of the verb behind the rows of a share as filler. */
const VERB_OF_SHARE = 0.2;

/** The verb separates the whole, before it, from the part. */
export const VERB_OF_SHARES: ApartWeight = {
  name: 'verb of a share as filler',
  example: 'what share of new orders were late',
  of: 'words',
  weigh: ({ words }) => {
    const shares = words.filter((unit) => isOperator(unit, 'share') && unit.text.endsWith(' of'));
    if (shares.length === 0) return null;
    const from = Math.min(...shares.map(({ end }) => end));
    const verbs = spansOf(words, (unit) => isPlain(unit, 'is', 'do', 'trade'));
    return (unit) =>
      unit.meaning.type === 'filler' && unit.start > from && verbs.has(spanOf(unit)) ? VERB_OF_SHARE : 0;
  },
};

/** Cost of "have" behind "how many" as filler. */
const VERB_OF_COUNT = 0.3;

/** "How many have a car" counts those who have one, and not cars. */
export const VERB_OF_COUNTS: ApartWeight = {
  name: 'have behind how many as filler',
  example: 'how many have a car',
  of: 'words',
  weigh: ({ words }) => {
    const ends = endsOf(words, ({ text }) => text === 'how many');
    if (ends.size === 0) return null;
    return ({ meaning, start, text }) =>
      meaning.type === 'filler' && ends.has(start - 1) && /^ha(?:ve|s|d)$/u.test(text) ? VERB_OF_COUNT : 0;
  },
};

/** The owner of the extreme comes before "with", so "with" is no light verb. */
export const LIGHT_WITH: ApartWeight = {
  name: 'with before an extreme as a verb',
  example: 'the state with the largest area',
  of: 'words',
  weigh: ({ words }) => {
    const extremes = startsOf(words, (unit) => isOperator(unit, 'extreme'));
    if (extremes.size === 0) return null;
    const isBefore = (end: number): boolean => [end + 1, end + ' the '.length].some((at) => extremes.has(at));
    return (unit) => (unit.text === 'with' && isPlain(unit, 'do') && isBefore(unit.end) ? DROPPED : 0);
  },
};

/** Cost of a light verb before 的 as a verb that acts on the noun behind it. */
const AS_VERB = 0.5;
/** Cost of such a verb as a mere marker: 律师登记的工时 are the lawyers' hours. */
const AS_MARK = 0.05;

const NAMES: ReadonlySet<Unit['meaning']['type']> = new Set(['thing', 'value', 'flag', 'term']);
const isNamed = ({ meaning }: Unit): boolean => NAMES.has(meaning.type);

/**
 * In 律师登记的工时, the light verb between a person and 的 only connects the person to the hours. In 登记了工时的律师 it has an
 * object.
 */
export const RELATIVE_VERB: ApartWeight = {
  name: 'light verb before 的',
  example: '律师登记的工时',
  of: 'words',
  weigh: ({ names, words }) => {
    const marks = startsOf(words, ({ text }) => text === '的');
    const verbs = new Set(words.filter((unit) => marks.has(unit.end) && isPlain(unit, 'do', 'trade')));
    if (verbs.size === 0) return null;
    const doers = endsOf(names, isNamed);
    // 律师去年登记的工时: the time of the event comes between.
    for (const { meaning, start, end } of words) if (meaning.type === 'period' && doers.has(start)) doers.add(end);
    return (unit) =>
      verbs.has(unit) && doers.has(unit.start)
        ? [
            { ...unit, cost: unit.cost + AS_VERB },
            { ...unit, meaning: { type: 'filler' }, cost: unit.cost + AS_MARK },
          ]
        : 0;
  },
};

/** Cost of a verb between two names as filler: "customers placed orders" is not "customers' orders". */
const BETWEEN_NAMES = 0.4;

/** Right between a thing and another name, a verb is no filler. */
export const VERB_BETWEEN_NAMES: ApartWeight = {
  name: 'verb between names as filler',
  example: 'surveyors recorded long visits',
  of: 'words',
  weigh: ({ names, words }) => {
    const verbs = startsOf(words, (unit) => isPlain(unit, 'do', 'trade', 'recorded'));
    if (verbs.size === 0) return null;
    const things = endsOf(names, ({ meaning }) => meaning.type === 'thing');
    const starts = startsOf(names, isNamed);
    return ({ meaning, start, end }) =>
      meaning.type === 'filler' && verbs.has(start) && things.has(start - 1) && starts.has(end + 1) ? BETWEEN_NAMES : 0;
  },
};

/** Cost of a preposition of place before a thing as filler. */
const IDLE_PREPOSITION = 0.15;
const PREPOSITION = /^(?:in|at|from|into|within)(?: the)?$/;

/**
 * "Cities in the state" is no condition that cities have a state: the question is about the cities of a certain state.
 */
export const PREPOSITION_BEFORE_THING: ApartWeight = {
  name: 'preposition of place as filler',
  example: 'cities in the state',
  of: 'words',
  models: 'derived',
  weigh: ({ names }) => {
    const starts = startsOf(names, ({ meaning }) => meaning.type === 'thing');
    const isBefore = ({ end, text }: Unit): boolean =>
      starts.has(end + 1) || (!text.endsWith(' the') && starts.has(end + ' the '.length));
    return (unit) =>
      unit.meaning.type === 'filler' && PREPOSITION.test(unit.text) && isBefore(unit) ? IDLE_PREPOSITION : 0;
  },
};
