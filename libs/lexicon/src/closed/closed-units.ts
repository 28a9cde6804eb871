import {
  findDistances,
  findNumbers,
  findQuoted,
  foldCase,
  isWholeWord,
  memoizeLast,
  type Span,
} from '@querent/language';
import { PhraseIndex } from '../phrase-index';
import type { Unit, UnitMeaning } from '../unit';
import { closedUnit, FILLER_COST, operatorUnit } from './closed-unit';
import { exactCounts, chineseExactCounts, singleOf } from './exact-counts';
import { aggregatePhrases } from './figures/aggregate-words';
import { averagePhrases, comparativesIn, timesIn } from './figures/comparative-words';
import { operatorUnits, pricedAt } from './figures/operator-units';
import { degreePhrases } from './figures/scale-words';
import { ASPECT, fillerPhrases, picturePhrases } from './filler';
import { framesIn } from './frames';
import { answerUnits, howSo, instructionUnits, movementUnits, possibleWholeUnits, wholeUnits } from './idioms';
import { newTopicIn } from './new-topics';
import { withOpening } from './opening-words';
import { overviewPhrases } from './overview-words';
import { plainPhrases } from './plain-words';
import { earlierPhrases } from './time/earlier-period';
import {
  elapsedPhrases,
  elapsedUnitsIn,
  onlyThenIn,
  speaksOfLengths,
  timeOrderPhrases,
  timeOrdersIn,
} from './time/elapsed-words';
import { bareYears, comparedPeriods, pastOf, periodUnits, soFar } from './time/period-units';
import { busyWords, timePartPhrases } from './time/time-parts';
import { averageByPhrases, firstPhrases, grainPhrases, orderPhrases, rhythmPhrases } from './time/time-words';
import { organisationIn } from './whole-organisation';

/**
 * Numbers, periods, quotes, operators and filler of a normalised question. `today` is the asker's day. `measured` are
 * the model's units of measurement, which add no meaning beside a number.
 */
export function closedUnits(text: string, today: string, measured: readonly string[] = []): Unit[] {
  const { units, counted } = lastRead(text, today);
  return [...units, ...unitsBeside(text, counted, measured)];
}

/** The units that do not depend on the model, and the numbers among them. */
function readClosed(text: string, today: string): { units: readonly Unit[]; counted: readonly Unit[] } {
  const times = periodUnits(text, today);
  const isTime = ({ start, end }: Pick<Unit, 'start' | 'end'>): boolean =>
    times.some((time) => time.meaning.type === 'period' && time.start <= start && end <= time.end);
  const counted = numbers(text).filter((one) => !isTime(one));
  const exact = [...chineseExactCounts(text), ...exactCounts(text)];
  const left = newTopicIn(text);
  const wholes = wholeUnits(text);
  // 只…一张: 一张 is a number here, not an article.
  const isCounted = ({ start, end, meaning }: Unit): boolean =>
    meaning.type === 'filler' &&
    (exact.some((one) => one.meaning.type === 'operator' && one.start < end && start < one.end) ||
      (text.slice(start, end) === 'exactly' && counted.some((one) => one.start === end + 1)));
  const asking = WHETHER.exec(text)?.[0].length ?? 0;
  const isOfWhether = ({ end, meaning }: Unit): boolean => meaning.type === 'filler' && end <= asking;
  const shared = [...text.matchAll(SHARED)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  // 两个部门共有的: 共有 means "in common" here, not "in total".
  const isOfShared = ({ start, end, meaning }: Unit): boolean =>
    meaning.type === 'filler' && shared.some((one) => one.start < end && start < one.end);
  const units = [
    ...times,
    ...comparedPeriods(text, times),
    ...singleOf(text, FILLER_COST),
    ...busiest(text, times),
    ...pricedAt(text),
    ...pastOf(text, times, today),
    ...soFar(text, times),
    ...movementUnits(text),
    ...exact,
    ...bareYears(counted, times),
    ...counted,
    ...unitsBeside(text, counted, MEASURED),
    ...unitsWanted(text),
    ...framesIn(text)
      .filter((frame) => !holdsPeriod(text, frame, times))
      .map((frame) =>
        // The noun of "back to all members:" may still name a thing.
        closedUnit(
          text,
          frame,
          frame.end === left?.end ? { type: 'filler' } : { type: 'filler', frame: true },
          FILLER_COST,
        ),
      ),
    ...organisationIn(text).map(({ noun: organisation, ...span }) =>
      closedUnit(text, span, { type: 'filler', organisation }, FILLER_COST),
    ),
    ...instructionUnits(text),
    ...howSo(text),
    ...onlyThenIn(text).map((word) => closedUnit(text, word, { type: 'filler' }, FILLER_COST)),
    ...[...timeOrdersIn(text), ...comparativesIn(text), ...timesIn(text)].map((found) =>
      operatorUnit(text, found, found.operator),
    ),
    ...operatorUnits(text, today),
    ...wholes,
    ...possibleWholeUnits(text),
    ...plain(text).filter(
      (one) =>
        !isCounted(one) &&
        !isOfWhether(one) &&
        !isOfShared(one) &&
        !wholes.some((whole) => whole.start < one.end && one.start < whole.end),
    ),
  ];
  return { units: withOpening(units, text), counted };
}

/** A reply is read three times: as a reply, as a question, and for its additions. */
const MOST_KEPT = 4;

const lastRead = memoizeLast(MOST_KEPT, (text: string, today: string) => `${today}\n${text}`, readClosed);

/** The beginning of a question for the existence of rows. Its words are not filler. */
const WHETHER = /^(?:do (?:we|you|they) have|(?:is|are|was|were) there)(?: any)?(?![a-z])/u;

/** "In common" before its noun. */
const SHARED = /(?:共有|共同拥有|共享)(?=的)/gu;

function unitsBeside(text: string, counted: readonly Unit[], measured: readonly string[]): Unit[] {
  const names = measured.map((name) => name.toLowerCase());
  const longest = new Map<number, number>();
  for (const { start, end } of counted) longest.set(start, Math.max(end, longest.get(start) ?? 0));
  return counted.flatMap(({ start, end, meaning }) => {
    // The longest match wins: "9 tons" is not 9 of anything else.
    if (meaning.type !== 'number' || longest.get(start) !== end) return [];
    const from = text.charAt(end) === ' ' ? end + 1 : end;
    const rest = foldCase(text.slice(from, from + LONGEST_UNIT));
    return names.flatMap((name) =>
      rest.startsWith(name) && isWholeWord(text, from, from + name.length)
        ? [closedUnit(text, { start: from, end: from + name.length }, { type: 'filler' })]
        : [],
    );
  });
}

/** A unit requested for a duration determines how it is counted. Any other requested unit adds nothing. */
function unitsWanted(text: string): Unit[] {
  const counted = elapsedUnitsIn(text).map((found) => operatorUnit(text, found, found.operator));
  const isCounted = ({ start, end }: Unit): boolean => counted.some((one) => one.start < end && start < one.end);
  return [...counted, ...answerUnits(text).filter((one) => !isCounted(one))];
}

/** "To review last month I need to know": the period of the purpose is also the question's. */
const holdsPeriod = (text: string, frame: Pick<Span, 'start' | 'end'>, times: readonly Unit[]): boolean =>
  /^[a-z]/.test(text.slice(frame.start)) &&
  times.some(({ meaning, start, end }) => meaning.type === 'period' && frame.start <= start && end <= frame.end);

const LONGEST_UNIT = 24;

/** Units of measurement after a number. */
const MEASURED =
  'square kilometers|square kilometres|square miles|square feet|cubic meters|km2|mph|kmh|km/h|平方公里|平方米|平米|㎡|公顷|亩|吨|升|毫升|克|千克|公斤|斤|公里|千米|米|厘米|小时|分钟|秒|天|元|块|块钱|万元|度|千瓦时|页|分|星|square meters|square metres|sqm|hectares|ha|tonnes|tons|t|liters|litres|l|kilograms|kilos|kg|grams|g|kilometers|km|meters|metres|m|cm|hours|hour|h|minutes|minute|min|seconds|days|day|yuan|rmb|dollars|euros|degrees|kwh|pages|points|stars|percent|years|people|pieces'.split(
    '|',
  );

const index = new PhraseIndex<UnitMeaning>();

for (const [phrase, operator] of [
  ...plainPhrases(),
  ...aggregatePhrases(),
  ...averagePhrases(),
  ...earlierPhrases(),
  ...averageByPhrases(),
  ...degreePhrases(),
  ...elapsedPhrases(),
  ...timeOrderPhrases(),
  ...firstPhrases(),
  ...orderPhrases(),
])
  index.add(phrase, { type: 'operator', operator });
for (const [phrase, grain] of grainPhrases()) index.add(phrase, { type: 'grain', grain, bare: true });
for (const [phrase, named] of timePartPhrases()) index.add(phrase, { type: 'time_part', ...named });
for (const [phrase, grain] of rhythmPhrases()) index.add(phrase, { type: 'grain', grain, bare: false });
for (const phrase of new Set([...fillerPhrases(), ...overviewPhrases()]))
  index.add(phrase, { type: 'filler', ...(ASPECT.has(phrase) && { aspect: true as const }) });
for (const phrase of new Set(picturePhrases())) index.add(phrase, { type: 'filler', picture: true });

function plain(text: string): Unit[] {
  const hasLength = speaksOfLengths(text);
  return index
    .find(text)
    .filter(
      (found) => !isLetterInChinese(text, found) && !isOfNotRecorded(text, found) && !isTotalOfNumber(text, found),
    )
    .filter((found) => !asksWhich(text, found) && !asksWhoThereAre(text, found) && (hasLength || !isLength(found)))
    .map(({ start, end, meaning }) => {
      const cost = COSTLY_FILLER.get(text.slice(start, end)) ?? FILLER_COST;
      return closedUnit(text, { start, end }, meaning, meaning.type === 'filler' ? cost : 0);
    });
}

const isLength = ({ meaning }: Pick<Unit, 'meaning'>): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'elapsed';

/** "In which city is the office" is an interrogative: with no thing before it, it does not mean "with". */
const asksWhich = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'operator' &&
  meaning.operator.op === 'plain' &&
  meaning.operator.word === 'with' &&
  text.slice(start, end).endsWith(' which') &&
  (start === 0 || /(?:[,;:.] ?|^)(?:(?:and|so|please|now|then) )?$/u.test(text.slice(Math.max(0, start - 9), start)));

/** 都有谁, 都有哪些 ask who there is, not what all have in common. */
const asksWhoThereAre = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'operator' &&
  meaning.operator.op === 'plain' &&
  meaning.operator.word === 'sharedBy' &&
  text.slice(start, end) === '都有' &&
  /^[谁哪]/u.test(text.slice(end));

/** 、 joins a list and 既 a pair: they are rarely filler. */
const COSTLY_FILLER: ReadonlyMap<string, number> = new Map([
  ['、', 0.4],
  ['既', 0.25],
]);

/** "No approval recorded", "without a phone on file": after a negation the word means that no value is stored. */
const isOfNotRecorded = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'filler' &&
  text.slice(start, end) === 'recorded' &&
  NOT_THERE.test(text.slice(Math.max(0, start - 40), start));

/** "More than 2 million in total": after an amount the words mean the sum of all rows. */
const isTotalOfNumber = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'filler' &&
  TOTAL.test(text.slice(start, end)) &&
  AMOUNT.test(text.slice(Math.max(0, start - 40), start));

const TOTAL = /^(?:in total|in all|altogether|overall|combined|in the aggregate)$/u;

const AMOUNT =
  /\d(?: ?(?:million|billion|thousand|hundred|k|m))?(?: (?:yuan|rmb|cny|dollars|usd|euros|eur|pounds|gbp))? $/u;

const NOT_THERE = /(?<![a-z])(?:no|without|lacks?|lacking)(?: (?:a|an|any))?(?: [a-z-]+){1,3} $/u;

/** A的诊所: a letter beside Chinese is not an article. */
const isLetterInChinese = (text: string, { start, end }: Pick<Span, 'start' | 'end'>): boolean =>
  end - start === 1 &&
  /[a-z]/.test(text.charAt(start)) &&
  /\p{Script=Han}/u.test(text.charAt(start - 1) + text.charAt(end));

/** "Busiest", if the text names a part of time. */
function busiest(text: string, times: readonly Unit[]): Unit[] {
  const words = busyWords(text);
  const isOfTime = (): boolean =>
    [...times, ...index.find(text)].some(({ meaning }) => meaning.type === 'grain' || meaning.type === 'time_part');
  return words.length > 0 && isOfTime()
    ? words.map(({ start, end, direction }) => closedUnit(text, { start, end }, { type: 'busy', direction }))
    : [];
}

function numbers(text: string): Unit[] {
  const all = findNumbers(text);
  // "150 hours" may also be 150 rows of a thing called hours.
  const bare = all.flatMap((found) => {
    const [digits = ''] = /^[\d.,]+(?= [a-z])/.exec(found.text) ?? [];
    return digits === '' ? [] : [{ ...found, unit: undefined, text: digits, end: found.start + digits.length }];
  });
  return [
    ...[...all, ...bare].map((found) =>
      closedUnit(text, found, {
        type: 'number',
        value: found.value,
        unit: found.unit ?? null,
        ordinal: found.ordinal ?? false,
      }),
    ),
    ...findDistances(text).map((found) => closedUnit(text, found, { type: 'distance', meters: found.meters })),
    ...findQuoted(text).map((found) => closedUnit(text, found, { type: 'quoted', value: found.value })),
  ];
}
