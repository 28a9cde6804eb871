import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { Cover, touching } from '../cover';
import { behind, CLOSED, isOperator, isPlain, spanOf, spansOf, startsOf, SURE } from '../unit-kinds';
import { ownHeads } from './own-heads';

/**
 * A sense of a dictionary up to this cost is one as well: 结果 is the result of a battle before it is a word of no
 * meaning.
 */
const SURE_SENSE = 0.3;
/** Verbs up to this cost are verbs of the model. */
const SURE_VERB = 0.3;

export type Shadows = ReturnType<typeof shadowsOf>;

/** Names, verbs and phrases of a question that decide about the words within them and beside them. */
export function shadowsOf(units: readonly Unit[], facts: Facts) {
  const names = units.filter(isSureName);
  // A column called "average" or "highest" is as likely the word that asks for it.
  const reducing = spansOf(units, isReducing);
  const isAlsoWord = (unit: Unit): boolean =>
    (unit.meaning.type === 'measure' || unit.meaning.type === 'attribute') && reducing.has(spanOf(unit));
  return {
    isAlsoWord,
    heads: ownHeads(units),
    ...namesIn(units, names, isAlsoWord, facts),
    ...verbsIn(units),
    ...wordsIn(units, names),
  };
}

/** A verb by a sense of another language leaves the light verb that it also is: 做过 is to have done, and "worked on". */
const isSureName = ({ meaning, cost, form }: Unit): boolean =>
  cost <= (form === 'dictionary' ? SURE_SENSE : SURE) &&
  form !== 'verbal' &&
  !(form === 'dictionary' && meaning.type === 'event') &&
  !CLOSED.has(meaning.type) &&
  meaning.type !== 'period';

const isReducing = ({ meaning }: Unit): boolean =>
  meaning.type === 'operator' && ['count', 'aggregate', 'extreme'].includes(meaning.operator.op);

/** "How many schools": the asking words are part of the form, and ask by themselves too. */
const isAsking = ({ form, meaning }: Unit): boolean => form === 'head' && meaning.type === 'metric';

function namesIn(units: readonly Unit[], names: readonly Unit[], isAlsoWord: (unit: Unit) => boolean, facts: Facts) {
  // A term is called after its thing, and a value after another.
  const exact = names.filter(
    ({ form, meaning }) => form === 'exact' && meaning.type !== 'value' && meaning.type !== 'term',
  );
  const longer = names.filter((unit) => unit.end - unit.start > 1 && !isAsking(unit) && !isAlsoWord(unit));
  const labels = exact.filter(({ cost }) => cost === 0);
  const isOfTime = ({ meaning }: Unit): boolean =>
    meaning.type === 'event' || (meaning.type === 'attribute' && facts.isTime(meaning.column));
  const shortestFiller = new Map<number, number>();
  for (const { meaning, start, end } of units)
    if (meaning.type === 'filler') shortestFiller.set(start, Math.min(end, shortestFiller.get(start) ?? end));
  const values = names.filter(({ form, meaning }) => form === 'exact' && meaning.type === 'value');
  // "The first" of "the first names" is none where the first name is only the rest of a name.
  const called = [
    ...labels,
    ...units.filter(({ meaning, form, cost }) => meaning.type === 'attribute' && form !== 'typo' && cost < SURE_SENSE),
  ];
  const touchesName = touching(names);
  return {
    /** Names of more than one letter. */
    name: new Cover(longer),
    wholeName: new Cover(longer.filter(({ form }) => form !== 'inflected' && form !== 'dictionary')),
    exact: new Cover(exact),
    exactButTimes: new Cover(exact.filter((unit) => !isOfTime(unit))),
    label: new Cover(labels),
    metric: new Cover(exact.filter(({ meaning }) => meaning.type === 'metric')),
    // "The Harbour" may be a name, and the Harbour branch as well.
    value: new Cover(values.filter(({ start, end }) => (shortestFiller.get(start) ?? end) >= end)),
    /** What is part of a time, or of a longer word of order, means nothing by itself. */
    whole: new Cover(units.filter((unit) => isWhole(unit, called, touchesName))),
    asking: new Set(names.filter(isAsking).map(spanOf)),
    flags: spansOf(units, ({ meaning }) => meaning.type === 'flag'),
    endsOfLabels: new Map(exact.flatMap(({ start, end }) => (end - start > 1 ? [[start, end]] : []))),
    startsOfValues: new Map(values.map(({ start, end }) => [end, start])),
    isOfTerm: ofTerms(names, facts),
  };
}

/** Times and longer words of order, and what makes an answer impossible where no name explains its words. */
function isWhole(unit: Unit, labels: readonly Unit[], touchesName: (unit: Unit) => boolean): boolean {
  const { meaning } = unit;
  if (meaning.type === 'period' || (meaning.type === 'time_part' && unit.end - unit.start > 1)) return true;
  if (meaning.type !== 'operator') return false;
  const { operator } = meaning;
  if (operator.op === 'plain') return operator.word === 'perHead' || operator.word === 'throughout';
  // "The last" of "the last name" is no word of order.
  const isInLabel = labels.some(({ start, end }) => unit.start <= start && start < unit.end && unit.end < end);
  // 客单价最高 is the highest of 客单价, and no price.
  const cutsLabel = labels.some(({ start, end }) => start < unit.start && unit.start < end && end < unit.end);
  // 多少件 is no 多少.
  const isOfPieces =
    operator.op === 'count' && operator.asks === true && (operator.pieces === true || operator.rows === true);
  return (
    (operator.op === 'extreme' && !isInLabel && !cutsLabel) ||
    ((operator.op === 'impossible' || isOfPieces) && !touchesName(unit))
  );
}

/** 活跃 within 活跃会员, a term that is one of these values: which of them is settled for the term. */
function ofTerms(names: readonly Unit[], facts: Facts): (unit: Unit) => boolean {
  const terms = names.flatMap((unit) =>
    unit.form === 'exact' && unit.meaning.type === 'term'
      ? [{ unit, candidates: facts.model.terms[unit.meaning.id]?.candidates ?? [] }]
      : [],
  );
  const isOne = (candidates: readonly ColumnRef[], { table, column }: ColumnRef): boolean =>
    candidates.some((one) => one.table === table && one.column === column);
  return ({ meaning, start, end }) =>
    meaning.type === 'value' &&
    terms.some(
      ({ unit: term, candidates }) =>
        term.start <= start &&
        end <= term.end &&
        end - start < term.end - term.start &&
        isOne(candidates, meaning.column),
    );
}

function verbsIn(units: readonly Unit[]) {
  // A verb of the model is not also the light verb that it has in common with it: 签收了 is no 收了.
  const verbs = units.filter(
    ({ meaning, form, cost, start, end }) =>
      form === 'verbal' && meaning.type === 'event' && cost <= SURE_VERB && end - start > 1,
  );
  // 巡查过: right before a particle of what happened is the verb, not the column called so.
  const aspects = startsOf(units, ({ meaning }) => meaning.type === 'filler' && meaning.aspect === true);
  return {
    verb: new Cover(verbs),
    touchesVerb: touching(verbs),
    verbs: new Set(verbs.map(spanOf)),
    /** The ends of verbs of several words, by their starts. */
    wordyVerbs: new Map(
      units.flatMap(({ start, end, form, text }) => (form === 'verbal' && text.includes(' ') ? [[start, end]] : [])),
    ),
    done: spansOf(units, (unit) => unit.meaning.type === 'event' && aspects.has(unit.end)),
    residences: residencesIn(units),
  };
}

const RESIDENCE = /^(?:works?|working|lives?|living|resides?|residing|stay(?:s|ing)?|based) (?:in|at)$/;

/**
 * "Who work in Oslo" are those whose city is Oslo, also where hours of work are kept that were worked for a client
 * there: verbs of residence, right before a value, are light verbs first.
 */
function residencesIn(units: readonly Unit[]): readonly Unit[] {
  const words = units.filter(({ text, meaning }) => meaning.type === 'operator' && RESIDENCE.test(text));
  if (words.length === 0) return [];
  const values = startsOf(units, ({ meaning }) => meaning.type === 'value');
  return words.filter(({ end }) => values.has(end + 1) || values.has(end + ' the '.length));
}

function wordsIn(units: readonly Unit[], names: readonly Unit[]) {
  const numbers = behind(units, ({ meaning }) => meaning.type === 'number');
  const numberedAt = startsOf(units, ({ meaning }) => meaning.type === 'number');
  const phrases = units.filter(({ meaning, start, end }) => meaning.type === 'operator' && end - start > 1);
  return {
    /** The unit of a number is rather no name that is only derived: 2000 kWh. */
    unitOfNumber: new Cover(units.filter(({ meaning, start }) => meaning.type === 'filler' && numbers.has(start))),
    phrase: new Cover(phrases),
    /** A longer phrase of Chinese is none of its words of order, filler such as 能不能 too. */
    hanPhrase: new Cover([
      ...phrases,
      ...units.filter(({ meaning, text }) => meaning.type === 'filler' && text.length > 2),
    ]),
    /** "Over 300" is a bound, and "over the last 3 months" a time. */
    bounds: spansOf(
      units,
      (unit) => isOperator(unit, 'compare') && (numberedAt.has(unit.end) || numberedAt.has(unit.end + 1)),
    ),
    behindTextMarkers: behind(units, (unit) => isPlain(unit, 'contains', 'starts', 'ends')),
    commands: startsOf(
      units,
      ({ meaning }) =>
        meaning.type === 'operator' && meaning.operator.op === 'impossible' && meaning.operator.surely === true,
    ),
    /** Whether a polite frame holds a thing, or another name: "for the Berlin report" asks about Berlin. */
    framesOne: ({ meaning, start: from, end: to }: Unit, kind: 'thing' | 'other'): boolean =>
      meaning.type === 'filler' &&
      meaning.frame === true &&
      names.some(
        ({ start, end, meaning: { type } }) => (type === 'thing') === (kind === 'thing') && from <= start && end <= to,
      ),
  };
}
