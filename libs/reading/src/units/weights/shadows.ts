import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { Cover, touching } from '../cover';
import { behind, CLOSED, isOperator, isPlain, spanOf, spansOf, startsOf, SURE, tableOf, thingsIn } from '../unit-kinds';

/** A dictionary sense up to this cost is certain too: 结果 means the result of a battle before it is filler. */
const SURE_SENSE = 0.3;
/** Verbs up to this cost are certainly verbs of the model. */
const SURE_VERB = 0.3;

export type Shadows = ReturnType<typeof shadowsOf>;

/**
 * Collects the names, verbs and phrases that decide the meaning of words inside and beside them. The shadow of a name
 * are the words that lose their other meanings because of it.
 */
export function shadowsOf(units: readonly Unit[], facts: Facts) {
  const names = units.filter(isSureName);
  // Where a column is called "average" or "highest", the word may equally be the aggregate.
  const aggregating = spansOf(units, isAggregating);
  const isAlsoWord = (unit: Unit): boolean =>
    (unit.meaning.type === 'measure' || unit.meaning.type === 'attribute') && aggregating.has(spanOf(unit));
  return {
    isAlsoWord,
    heads: ownHeads(units),
    ...namesIn(units, names, isAlsoWord, facts),
    ...verbsIn(units),
    ...wordsIn(units, names),
  };
}

/**
 * A verb by a dictionary sense does not rule out the light verb with the same characters: 做过 means "have done" or
 * "worked on".
 */
const isSureName = ({ meaning, cost, form }: Unit): boolean =>
  cost <= (form === 'dictionary' ? SURE_SENSE : SURE) &&
  form !== 'verbal' &&
  !(form === 'dictionary' && meaning.type === 'event') &&
  !CLOSED.has(meaning.type) &&
  meaning.type !== 'period';

const isAggregating = ({ meaning }: Unit): boolean =>
  meaning.type === 'operator' && ['count', 'aggregate', 'extreme'].includes(meaning.operator.op);

/** "How many schools": the asking words belong to the form, and may also ask by themselves. */
const isAsking = ({ form, meaning }: Unit): boolean => form === 'head' && meaning.type === 'metric';

function namesIn(units: readonly Unit[], names: readonly Unit[], isAlsoWord: (unit: Unit) => boolean, facts: Facts) {
  // A term is named after its thing, and a value after another name.
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
  // In "the first names", "the first" is no order where the first name is only what is left of a name.
  const called = [
    ...labels,
    ...units.filter(({ meaning, form, cost }) => meaning.type === 'attribute' && form !== 'typo' && cost < SURE_SENSE),
  ];
  const touchesName = touching(names);
  return {
    /** Names of more than one character. */
    name: new Cover(longer),
    wholeName: new Cover(longer.filter(({ form }) => form !== 'inflected' && form !== 'dictionary')),
    exact: new Cover(exact),
    exactButTimes: new Cover(exact.filter((unit) => !isOfTime(unit))),
    label: new Cover(labels),
    metric: new Cover(exact.filter(({ meaning }) => meaning.type === 'metric')),
    // "The Harbour" may be the whole name, or an article before the Harbour branch.
    value: new Cover(values.filter(({ start, end }) => (shortestFiller.get(start) ?? end) >= end)),
    /** A part of a time expression, or of a longer ordering phrase, has no meaning alone. */
    whole: new Cover(units.filter((unit) => isWhole(unit, called, touchesName))),
    asking: new Set(names.filter(isAsking).map(spanOf)),
    flags: spansOf(units, ({ meaning }) => meaning.type === 'flag'),
    endsOfLabels: new Map(exact.flatMap(({ start, end }) => (end - start > 1 ? [[start, end]] : []))),
    startsOfValues: new Map(values.map(({ start, end }) => [end, start])),
    isOfTerm: ofTerms(names, facts),
  };
}

/** Time expressions, longer ordering phrases, and words for requests that cannot be answered unless they are a name. */
function isWhole(unit: Unit, labels: readonly Unit[], touchesName: (unit: Unit) => boolean): boolean {
  const { meaning } = unit;
  if (meaning.type === 'period' || (meaning.type === 'time_part' && unit.end - unit.start > 1)) return true;
  if (meaning.type !== 'operator') return false;
  const { operator } = meaning;
  if (operator.op === 'plain') return operator.word === 'perHead' || operator.word === 'throughout';
  // "The last" of "the last name" does not order anything.
  const isInLabel = labels.some(({ start, end }) => unit.start <= start && start < unit.end && unit.end < end);
  // In 客单价最高 the phrase 价最高 is not a unit: it would cut the label 客单价.
  const cutsLabel = labels.some(({ start, end }) => start < unit.start && unit.start < end && end < unit.end);
  // 多少件 with a measure word is not the bare 多少.
  const isOfPieces =
    operator.op === 'count' && operator.asks === true && (operator.pieces === true || operator.rows === true);
  return (
    (operator.op === 'extreme' && !isInLabel && !cutsLabel) ||
    ((operator.op === 'impossible' || isOfPieces) && !touchesName(unit))
  );
}

/** 活跃 inside 活跃会员, a term that may mean one of these values: the term decides which. */
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
  // A verb of the model is not also the light verb inside it: 签收了 contains no 收了.
  const verbs = units.filter(
    ({ meaning, form, cost, start, end }) =>
      form === 'verbal' && meaning.type === 'event' && cost <= SURE_VERB && end - start > 1,
  );
  // 巡查过: before an aspect particle, the word is the verb and not the column of that name.
  const aspects = startsOf(units, ({ meaning }) => meaning.type === 'filler' && meaning.aspect === true);
  return {
    verb: new Cover(verbs),
    touchesVerb: touching(verbs),
    verbs: new Set(verbs.map(spanOf)),
    /** The ends of verbs of several words, by their start positions. */
    wordyVerbs: new Map(
      units.flatMap(({ start, end, form, text }) => (form === 'verbal' && text.includes(' ') ? [[start, end]] : [])),
    ),
    done: spansOf(units, (unit) => unit.meaning.type === 'event' && aspects.has(unit.end)),
    residences: residencesIn(units),
  };
}

const RESIDENCE = /^(?:works?|working|lives?|living|resides?|residing|stay(?:s|ing)?|based) (?:in|at)$/;

/**
 * "Who work in Oslo" asks for those whose city is Oslo, even if the model records hours worked for a client there. So a
 * verb of residence right before a value is a light verb first.
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
    /** The unit of a number is rarely a derived name: 2000 kWh. */
    unitOfNumber: new Cover(units.filter(({ meaning, start }) => meaning.type === 'filler' && numbers.has(start))),
    phrase: new Cover(phrases),
    /** A longer Chinese phrase rules out the ordering words inside it; this includes filler such as 能不能. */
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
    /** Whether a polite frame contains a thing, or another name: "for the Berlin report" asks about Berlin. */
    framesOne: ({ meaning, start: from, end: to }: Unit, kind: 'thing' | 'other'): boolean =>
      meaning.type === 'filler' &&
      meaning.frame === true &&
      names.some(
        ({ start, end, meaning: { type } }) => (type === 'thing') === (kind === 'thing') && from <= start && end <= to,
      ),
  };
}

/** Derived forms of a name that are certain: its head, its physical name. */
const DERIVED: ReadonlySet<Unit['form']> = new Set(['head', 'physical', 'inflected']);

/**
 * "Orders by status" means the status of the orders if they have one, even if the model calls a column of another thing
 * just "status". `isOwn`: a derived form that names a column of a named thing; `isOthers`: the same word as the whole
 * name of another thing's column.
 */
function ownHeads(units: readonly Unit[]): Record<'isOwn' | 'isOthers', (unit: Unit) => boolean> {
  const things = thingsIn(units, ({ cost }) => cost < SURE);
  const isOfNamed = (unit: Unit): boolean => things.has(tableOf(unit) ?? '');
  const isWhole = (unit: Unit): boolean => isColumn(unit) && unit.form === 'exact';
  const named = things.size === 0 ? [] : units.filter((unit) => isWhole(unit) && unit.cost === 0);
  const ofThings = spansOf(named, isOfNamed);
  const ofOthers = spansOf(named, (unit) => !ofThings.has(spanOf(unit)));
  const isHead = (unit: Unit): boolean =>
    isColumn(unit) && DERIVED.has(unit.form) && isOfNamed(unit) && ofOthers.has(spanOf(unit));
  const own = new Set(units.filter(isHead));
  const spans = new Set([...own].map(spanOf));
  return {
    isOwn: (unit) => own.has(unit),
    isOthers: (unit) => spans.has(spanOf(unit)) && isWhole(unit) && !isOfNamed(unit),
  };
}

const isColumn = ({ meaning }: Unit): boolean => meaning.type === 'attribute';
