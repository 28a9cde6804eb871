import type { Recurrence } from '@querent/contracts';
import {
  findComparators,
  findComparisons,
  findDistances,
  findGrains,
  findNumbers,
  findQuoted,
  findSuperlatives,
  findTimeExpressions,
  keepingLast,
  MEASURE_WORDS,
  parseChineseNumeral,
  type Span,
  type SuperlativeScale,
  type TimeMatch,
} from '@querent/language';
import { PhraseIndex } from '../phrase-index';
import { foldCase, standsAlone } from '../text';
import type { Operator, NamedPeriod, Unit, UnitMeaning } from '../unit';
import { aggregatePhrases } from './figures/aggregate-words';
import { averagePhrases } from './figures/average-words';
import { comparativesIn, gradedAmong, timesIn } from './figures/comparative-words';
import { timesEitherWay } from './time/day-first';
import { earlierPhrases } from './time/earlier-period';
import { exactlySoMany, singleOf } from './exactly-so-many';
import { averageByPhrases, firstPhrases, grainPhrases, orderPhrases, rhythmPhrases } from './time/time-words';
import {
  elapsedPhrases,
  elapsedUnitsIn,
  onlyThenIn,
  speaksOfLengths,
  timeOrderPhrases,
  timeOrdersIn,
} from './time/elapsed-words';
import { ASPECT, fillerPhrases } from './filler';
import { framesIn } from './frames';
import { isPriced, pricedAt } from './priced-at';
import { impossibleIn } from './impossible-words';
import { withOpening } from './opening-words';
import { overviewPhrases } from './overview-words';
import { comparedScale, degreePhrases } from './figures/scale-words';
import { picturePhrases } from './picture-words';
import { newTopicIn } from './new-topics';
import { plainPhrases } from './plain-words';
import { busyWords, timePartPhrases } from './time/time-parts';
import { wholeHouseIn } from './whole-house';

/**
 * Numbers, periods, quotes, operator words and filler of a normalised question. `today` is the asker's day; `measured`
 * are the model's units of measurement, which mean nothing by themselves beside a number.
 */
export function closedUnits(text: string, today: string, measured: readonly string[] = []): Unit[] {
  const { units, counted } = lastRead(text, today);
  return [...units, ...unitsBeside(text, counted, measured)];
}

/** What does not depend on the model, and the numbers among it. */
function readClosed(text: string, today: string): { units: readonly Unit[]; counted: readonly Unit[] } {
  const times = periods(text, today);
  const isTime = ({ start, end }: Pick<Unit, 'start' | 'end'>): boolean =>
    times.some((time) => time.meaning.type === 'period' && time.start <= start && end <= time.end);
  const counted = numbers(text).filter((one) => !isTime(one));
  const exact = [...onlySoMany(text), ...exactlySoMany(text)];
  const left = newTopicIn(text);
  const [amidst, amongst] = [amidstOf(text), [...amongstOf(text), ...eachOfShare(text)]];
  // 一张 is no article where it is only one.
  const isCounted = ({ start, end, meaning }: Unit): boolean =>
    meaning.type === 'filler' &&
    (exact.some((one) => one.meaning.type === 'operator' && one.start < end && start < one.end) ||
      (text.slice(start, end) === 'exactly' && counted.some((one) => one.start === end + 1)));
  const asking = WHETHER.exec(text)?.[0].length ?? 0;
  const isOfWhether = ({ end, meaning }: Unit): boolean => meaning.type === 'filler' && end <= asking;
  const shared = [...text.matchAll(SHARED)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  // 两个部门共有的: what is common to them is not all that they have together.
  const isOfShared = ({ start, end, meaning }: Unit): boolean =>
    meaning.type === 'filler' && shared.some((one) => one.start < end && start < one.end);
  const units = [
    ...times,
    ...overOthers(text, times),
    ...singleOf(text, FILLER_COST),
    ...busiest(text, times),
    ...pricedAt(text),
    ...pastOf(text, times, today),
    ...soFar(text, times),
    ...saidAlready(text),
    ...comeFrom(text),
    ...oneAfterAnother(text),
    ...exact,
    ...bareYears(counted, times),
    ...counted,
    ...unitsBeside(text, counted, MEASURED),
    ...unitsWanted(text),
    ...framesIn(text)
      .filter((frame) => !holdsPeriod(text, frame, times))
      .map((frame) =>
        // What is left behind may be named: "back to all members:".
        unit(text, frame, frame.end === left?.end ? { type: 'filler' } : { type: 'filler', frame: true }, FILLER_COST),
      ),
    ...wholeHouseIn(text).map(({ noun: house, ...span }) => unit(text, span, { type: 'filler', house }, FILLER_COST)),
    ...closedGroupings(text),
    ...joinsNamed(text),
    ...togetherOf(text),
    ...howSo(text),
    ...onlyThenIn(text).map((word) => unit(text, word, { type: 'filler' }, FILLER_COST)),
    ...[...timeOrdersIn(text), ...comparativesIn(text), ...timesIn(text)].map((found) =>
      operator(text, found, found.operator),
    ),
    ...operators(text, today),
    ...amidst,
    ...amongst,
    ...amidstWithoutComma(text),
    ...eachOfAverage(text),
    ...plain(text).filter(
      (one) =>
        !isCounted(one) &&
        !isOfWhether(one) &&
        !isOfShared(one) &&
        ![...amidst, ...amongst].some((topic) => topic.start < one.end && one.start < topic.end),
    ),
  ];
  return { units: withOpening(units, text), counted };
}

/** A reply is read three times: as one, as a question, and for what it adds. */
const MOST_LATELY = 4;
const lastRead = keepingLast(MOST_LATELY, (text: string, today: string) => `${today}\n${text}`, readClosed);

/** What a question begins with that asks whether there are rows: its words are no filler then. */
const WHETHER = /^(?:do (?:we|you|they) have|(?:is|are|was|were) there)(?: any)?(?![a-z])/u;

/** What several have in common, before what it is. */
const SHARED = /(?:共有|共同拥有|共享)(?=的)/gu;

/** What is past a date that lies ahead has it before today: past their due date, 过了截止日期. */
const PAST = /(?<![a-z])(?:past|beyond)(?: (?:the|their|its|his|her))?(?![a-z])|(?:已经?|早已|早就)?过了|已过/giu;

function pastOf(text: string, times: readonly Unit[], today: string): Unit[] {
  const use: UnitMeaning = {
    type: 'period',
    range: { from: null, to: today },
    label: { zh: `${today}之前`, en: `before ${today}` },
    grain: null,
    relative: true,
    key: 'past',
  };
  return [...text.matchAll(PAST)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    return times.some((time) => time.start < end && index < time.end)
      ? []
      : [unit(text, { start: index, end }, use, PAST_COST)];
  });
}

const PAST_COST = 0.05;

/** 到现在, 至今: what is or is not so by now adds nothing; behind a time they are the end of a stretch. */
const SO_FAR =
  /(?<![年月日号周天季度末初底来])(?:(?:直到|截至|截止到?|到)(?:现在|目前|今天|今日)(?:为止)?|(?<!甚)[至迄]今(?![年天日晚早春夏秋冬])(?:为止)?)/gu;

function soFar(text: string, times: readonly Unit[]): Unit[] {
  return [...text.matchAll(SO_FAR)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    return times.some((time) => time.start < end && index <= time.end)
      ? []
      : [unit(text, { start: index, end }, { type: 'filler' }, FILLER_COST)];
  });
}

/** "Coming up in the next 60 days", 从官网过来的: beside a time that lies ahead, and behind 从, words that say no more. */
const SAID_ALREADY = new RegExp(
  String.raw`(?<![a-z])coming up(?= (?:(?:in|over|within|during) )?(?:the )?next (?:\d|[a-z]+ (?:days?|weeks?|months?)))|` +
    '(?<=从[^,，。]{1,12})过来(?=的)',
  'giu',
);

function saidAlready(text: string): Unit[] {
  return [...text.matchAll(SAID_ALREADY)].map(({ index, 0: found }) =>
    unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

/** 从官网来的客户: what comes from somewhere has it as its source, as 来自官网. */
const COME_FROM = /从(?=[^,，。从]{1,12}?(?:过来|来)的)/gu;

function comeFrom(text: string): Unit[] {
  return [...text.matchAll(COME_FROM)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'in' }),
  );
}

/** "This year over last year": right behind a time, another is one to compare with. */
function overOthers(text: string, times: readonly Unit[]): Unit[] {
  const ends = new Set(times.flatMap(({ meaning, end }) => (meaning.type === 'period' ? [end] : [])));
  return times.flatMap(({ meaning, start, end }) => {
    const word = [' over ', ' on '].find((one) => text.endsWith(one, start) && ends.has(start - one.length));
    if (meaning.type !== 'period' || word === undefined) return [];
    const { type: _, ...against } = meaning;
    const kind = against.grain === 'year' ? 'yoy' : 'previous_period';
    const from = start - word.length + 1;
    return [operator(text, { start: from, end }, { op: 'compare_periods', kind, grain: null, against })];
  });
}

/** 平均一个项目: of an average, one is each. */
const ONE_OF_AVERAGE = new RegExp(String.raw`(?<=平均(?:下来|来说|而言)?[,，]?)一(?:${MEASURE_WORDS.join('|')})`, 'gu');

function eachOfAverage(text: string): Unit[] {
  return [...text.matchAll(ONE_OF_AVERAGE)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'each' }),
  );
}

/** 先后买过, 连一张票也没, 却一张都没: before a verb, and before one of something that there is not, they say no more. */
function oneAfterAnother(text: string): Unit[] {
  return [...text.matchAll(/先后(?=\p{Script=Han}{1,3}[过了])|(?:连|哪怕|却连?|竟然?连?|居然连?|愣是连?)(?=一)/gu)].map(
    ({ index, 0: found }) => unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

/**
 * 只买过一张票, 仅有两个订单: exactly so many. What is looked at or wanted alone (只看一家) is a number to show.
 */
const ONLY_SO_MANY = new RegExp(
  String.raw`(?<![不几])(?<only>只|仅仅?|就只)(?<verb>(?!看|要|想|列|取|显|展|给|返|查|选|找|算|统|说|问|需)\p{Script=Han}{1,4}?)` +
    String.raw`(?<number>[一两二三四五六七八九十]|\d+)(?<unit>${MEASURE_WORDS.join('|')})`,
  'gu',
);

function onlySoMany(text: string): Unit[] {
  return [...text.matchAll(ONLY_SO_MANY)].flatMap(({ index, groups = {} }) => {
    const { only = '', verb = '', number = '', unit: measure = '' } = groups;
    const start = index + only.length + verb.length;
    const value = parseChineseNumeral(number) ?? Number(number);
    if (/[的都和与且但也在于从向给]/u.test(verb) || value === 0) return [];
    return [
      unit(text, { start: index, end: index + only.length }, { type: 'filler' }),
      operator(
        text,
        { start, end: start + number.length + measure.length },
        { op: 'between', numbers: [value, value], unit: measure },
      ),
    ];
  });
}

/** 已付的订单里面，…占多大比例: what comes before the comma is the whole, and no part of what is behind it. */
const AMIDST =
  /(?:里面|里边|里头|当中|之中|中|里)(?:\s?[,，](?=[^,，。?？]*(?:比例|比重|占|百分之|几成))|(?=[^,，。?？的]{1,12}的占))/gu;

/** 渗漏缺陷当中…占几成: the same without a comma, where the words may also mean something else. */
const AMIDST_WITHOUT_COMMA = /(?:里面|里边|里头|当中|之中|中|里)(?=[^,，。?？]{1,20}(?:比例|比重|占|百分之|几成))/gu;

function amidstWithoutComma(text: string): Unit[] {
  return [...text.matchAll(AMIDST_WITHOUT_COMMA)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'amidst' }),
  );
}

function amidstOf(text: string): Unit[] {
  return [...text.matchAll(AMIDST)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'amidst' }),
  );
}

/** 大额订单里企业客户的有几个: what comes before the word is counted, and not what its owners are. */
const AMONGST =
  /(?<!其)(?:里面|里边|里头|当中|之中|中|里)(?=[^,，。?？的][^,，。?？]{0,18}的(?:一共|总共|共|大概|都)?有(?:多少|几|哪些))/gu;

function amongstOf(text: string): Unit[] {
  return [...text.matchAll(AMONGST)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'amongst' }),
  );
}

/** "What share of rush orders is each channel": the verb parts the whole, before it, from its parts. */
const EACH_OF_SHARE = new RegExp(
  String.raw`(?<=(?<![a-z])(?:share|percentage|percent|proportion|fraction|part) of [^,;?]{2,80} )` +
    String.raw`(?:is|are|was|were|does|do|did|has|have)(?= (?:(?:in|from|for|of|by|with) )?(?:each|every)(?![a-z]))`,
  'giu',
);

function eachOfShare(text: string): Unit[] {
  return [...text.matchAll(EACH_OF_SHARE)].map(({ index, 0: found }) =>
    operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'is' }),
  );
}

/** What it costs that a number is a year, beside another year. */
const BARE_YEAR_COST = 0.05;

/** 2024和2025年, "2024 or 2025": a number that is a year where another year is named. */
function bareYears(counted: readonly Unit[], times: readonly Unit[]): Unit[] {
  if (!times.some(({ meaning }) => meaning.type === 'period' && meaning.grain === 'year')) return [];
  return counted.flatMap((one) => {
    const { meaning } = one;
    if (meaning.type !== 'number' || meaning.unit !== null || !/^(?:19|20)\d\d$/u.test(one.text.trim())) return [];
    const year = meaning.value;
    const label = { zh: `${year}年`, en: String(year) };
    const range = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
    const time: UnitMeaning = { type: 'period', range, label, grain: 'year', relative: false, key: `year_${year}` };
    return [{ ...one, meaning: time, cost: BARE_YEAR_COST }];
  });
}

function unitsBeside(text: string, counted: readonly Unit[], measured: readonly string[]): Unit[] {
  const names = measured.map((name) => name.toLowerCase());
  const longest = new Map<number, number>();
  for (const { start, end } of counted) longest.set(start, Math.max(end, longest.get(start) ?? 0));
  return counted.flatMap(({ start, end, meaning }) => {
    // 9 tons and 20 yuan are no 9 and no 20 of anything else.
    if (meaning.type !== 'number' || longest.get(start) !== end) return [];
    const from = text.charAt(end) === ' ' ? end + 1 : end;
    const rest = foldCase(text.slice(from, from + LONGEST_UNIT));
    return names.flatMap((name) =>
      rest.startsWith(name) && standsAlone(text, from, from + name.length)
        ? [unit(text, { start: from, end: from + name.length }, { type: 'filler' })]
        : [],
    );
  });
}

/** The unit that lengths of time are wanted in says how they are counted; any other unit adds nothing. */
function unitsWanted(text: string): Unit[] {
  const counted = elapsedUnitsIn(text).map((found) => operator(text, found, found.operator));
  const isCounted = ({ start, end }: Unit): boolean => counted.some((one) => one.start < end && start < one.end);
  return [...counted, ...unitsNamed(text).filter((one) => !isCounted(one))];
}

/** The unit that figures are wanted in says nothing of which: "in square kilometers", 以米为单位. */
function unitsNamed(text: string): Unit[] {
  return [...text.matchAll(NAMED_UNIT)].map(({ 0: found, index }) =>
    unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

const NAMED_UNIT = new RegExp(
  String.raw`(?<![a-z])(?:in|measured in) (?:people per )?(?:square |cubic |metric )?(?:kilo|centi|milli)?` +
    String.raw`(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|grams?|tonn?es?|tons|pounds|lit(?:er|re)s?|km2?|cm|mm|kg|mph|kmh|` +
    String.raw`hours|minutes|seconds|degrees|percent|percentage)(?![a-z])|` +
    String.raw`以(?:平方|立方)?(?:千米|公里|米|厘米|公斤|千克|克|吨|升|小时|分钟|秒)为单位`,
  'giu',
);

/** How tables are to be joined adds nothing to the rest: "by doing a left join from the orders to the items table". */
function joinsNamed(text: string): Unit[] {
  return [...text.matchAll(NAMED_JOIN)].map(({ 0: found, index }) =>
    unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

const NAMED_JOIN =
  /,? ?\b(?:(?:by|based on|using|through|via) (?:doing |performing |making )?)(?:an? |the )?(?:(?:left|right|inner|outer|full) )?join(?:ing|s)?\b[^.?!;]*?\btables?\b/giu;

/** "To review last month I need to know": a period in such a purpose is also that of the question. */
const holdsPeriod = (text: string, frame: Pick<Span, 'start' | 'end'>, times: readonly Unit[]): boolean =>
  /^[a-z]/.test(text.slice(frame.start)) &&
  times.some(({ meaning, start, end }) => meaning.type === 'period' && frame.start <= start && end <= frame.end);

/** 按类型分: behind what is grouped by, the verb says no more, where nothing follows that it might group as well. */
const CLOSED_GROUPING = /(?<=[按依][^,，。;；]{1,12})(?:来|进行)?(?:分|划分|区分)(?=\s*(?:[,，、;；]|各|$))/gu;

function closedGroupings(text: string): Unit[] {
  return [...text.matchAll(CLOSED_GROUPING)].map(({ 0: found, index }) =>
    unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

/** What all have together is what all have: "in all halls together". */
function togetherOf(text: string): Unit[] {
  return [...text.matchAll(TOGETHER)].map(({ 0: found, index }) =>
    unit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );
}

const TOGETHER = /(?<=(?<![a-z])all (?:[a-z'-]+ ){1,4})(?:put |taken )?together(?! with)(?![a-z])/giu;

/** What asks at the end how much so the extreme is that was asked for: "the longest film, and how long is it?" */
function howSo(text: string): Unit[] {
  return [...text.matchAll(HOW_SO)].flatMap(({ 0: found, groups, index }) => {
    const degree = groups?.['degree'] ?? '';
    const superlatives = [`most ${degree}`, `least ${degree}`, ...superlativesOf(degree)];
    const isAsked = superlatives.some((word) =>
      new RegExp(`(?<![a-z])${word}(?![a-z])`, 'u').test(text.slice(0, index)),
    );
    return isAsked ? [operator(text, { start: index, end: index + found.length }, { op: 'plain', word: 'howSo' })] : [];
  });
}

const HOW_SO = new RegExp(
  String.raw`[,;]? ?(?:and )?(?:exactly )?how (?<degree>[a-z]+) (?:is|are|was|were|does|do|did) ` +
    String.raw`(?:it|they|that|this|those|he|she)(?: (?:run|last|take|weigh|measure|get|reach|go|stand))?(?=[\s?.!]*$)`,
  'giu',
);

/** long → longest, big → biggest, large → largest, heavy → heaviest. */
const superlativesOf = (degree: string): string[] => [
  `${degree}est`,
  `${degree}st`,
  `${degree}${degree.slice(-1)}est`,
  `${degree.slice(0, -1)}iest`,
];

const LONGEST_UNIT = 24;
/** A place in an order, whatever it is by, beside the time that it may be of. */
const PLACE = /^(?:the )?(?:first|last)(?![a-z])|^(?:最后|第|头|首)/iu;
/** Extremes of an amount. */
const GRADED = /(?<![a-z])(?:highest|lowest)$|最[高低]$/iu;
/** What there is most of, of several values. */
const COMMON = /(?:common|frequent)$|(?:常见|普遍|频繁)$/iu;
/** An order of names. */
const LETTERS = /alphabet|字母/iu;
/** What is sorted by comes next: in descending order of age, descending by age. */
const ORDER_OF =
  /^ (?:in )?(?:(?:ascending|descending|increasing|decreasing|reverse|alphabetical) ){0,2}(?:order )?(?:of|by)(?![a-z])/u;
/** An order by how good things are. */
const GRADES = /best|worst|[好差优劣]/iu;
/** Units of measurement that a number may bring along. */
const MEASURED =
  'square kilometers|square kilometres|square miles|square feet|cubic meters|km2|mph|kmh|km/h|平方公里|平方米|平米|㎡|公顷|亩|吨|升|毫升|克|千克|公斤|斤|公里|千米|米|厘米|小时|分钟|秒|天|元|块|块钱|万元|度|千瓦时|页|分|星|square meters|square metres|sqm|hectares|ha|tonnes|tons|t|liters|litres|l|kilograms|kilos|kg|grams|g|kilometers|km|meters|metres|m|cm|hours|hour|h|minutes|minute|min|seconds|days|day|yuan|rmb|dollars|euros|degrees|kwh|pages|points|stars|percent|years|people|pieces'.split(
    '|',
  );

/**
 * A word of the closed classes costs nothing; filler a little, so that a reading which explains more of the words wins.
 */
const FILLER_COST = 0.02;

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
      const cost = DEARER_FILLER.get(text.slice(start, end)) ?? FILLER_COST;
      return unit(text, { start, end }, meaning, meaning.type === 'filler' ? cost : 0);
    });
}

const isLength = ({ meaning }: Pick<Unit, 'meaning'>): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'elapsed';

/** "In which city is the office" asks which: behind no thing, it says nothing of what a thing has. */
const asksWhich = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'operator' &&
  meaning.operator.op === 'plain' &&
  meaning.operator.word === 'with' &&
  text.slice(start, end).endsWith(' which') &&
  (start === 0 || /(?:[,;:.] ?|^)(?:(?:and|so|please|now|then) )?$/u.test(text.slice(Math.max(0, start - 9), start)));

/** 都有谁, 都有哪些: they ask who there are, and never what all have in common. */
const asksWhoThereAre = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'operator' &&
  meaning.operator.op === 'plain' &&
  meaning.operator.word === 'sharedBy' &&
  text.slice(start, end) === '都有' &&
  /^[谁哪]/u.test(text.slice(end));

/** 、 joins what is listed, and 既 what holds together: they are hardly ever without meaning. */
const DEARER_FILLER: ReadonlyMap<string, number> = new Map([
  ['、', 0.4],
  ['既', 0.25],
]);

/**
 * "No approval recorded", "without a phone on file": behind what is not there, the word says that nothing is kept of
 * it.
 */
const isOfNotRecorded = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'filler' &&
  text.slice(start, end) === 'recorded' &&
  NOT_THERE.test(text.slice(Math.max(0, start - 40), start));

/** "More than 2 million in total": behind an amount, the words say that all rows come to it. */
const isTotalOfNumber = (text: string, { start, end, meaning }: Pick<Unit, 'start' | 'end' | 'meaning'>): boolean =>
  meaning.type === 'filler' &&
  TOTAL.test(text.slice(start, end)) &&
  AMOUNT.test(text.slice(Math.max(0, start - 40), start));

const TOTAL = /^(?:in total|in all|altogether|overall|combined|in the aggregate)$/u;
const AMOUNT =
  /\d(?: ?(?:million|billion|thousand|hundred|k|m))?(?: (?:yuan|rmb|cny|dollars|usd|euros|eur|pounds|gbp))? $/u;

const NOT_THERE = /(?<![a-z])(?:no|without|lacks?|lacking)(?: (?:a|an|any))?(?: [a-z-]+){1,3} $/u;

/** A的诊所: a letter beside Chinese is no article. */
const isLetterInChinese = (text: string, { start, end }: Pick<Span, 'start' | 'end'>): boolean =>
  end - start === 1 &&
  /[a-z]/.test(text.charAt(start)) &&
  /\p{Script=Han}/u.test(text.charAt(start - 1) + text.charAt(end));

function periods(text: string, today: string): Unit[] {
  const times = timesEitherWay(text, today).flatMap((time): Unit[] => {
    const ends = endsOf(text.slice(time.start, time.end), today);
    const named = unit(text, time, { type: 'period', ...periodOf(time), ...(ends && { ends }) });
    const last = time.orLast ? lastWeekday(time, today) : null;
    return last === null ? [named] : [named, unit(text, time, { type: 'period', ...last })];
  });
  const grains = findGrains(text).map((found) => unit(text, found, { type: 'grain', grain: found.grain, bare: false }));
  return [...times, ...grains];
}

/** Busiest, where a part of time is named that may be so. */
function busiest(text: string, times: readonly Unit[]): Unit[] {
  const words = busyWords(text);
  const isOfTime = (): boolean =>
    [...times, ...index.find(text)].some(({ meaning }) => meaning.type === 'grain' || meaning.type === 'time_part');
  return words.length > 0 && isOfTime()
    ? words.map(({ start, end, direction }) => unit(text, { start, end }, { type: 'busy', direction }))
    : [];
}

/** A weekday by its bare name may as well be the last one before today. */
function lastWeekday({ recurs }: TimeMatch, today: string): NamedPeriod | null {
  const [weekday] = recurs?.unit === 'weekday' ? recurs.values : [];
  const [last] = weekday === undefined ? [] : findTimeExpressions(`last ${WEEKDAYS[weekday - 1]}`, { today });
  return last ? periodOf(last) : null;
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const periodOf = (time: TimeMatch): NamedPeriod => ({
  range: time.range,
  label: time.label,
  grain: time.grain ?? null,
  relative: time.kind === 'relative',
  key: time.key,
  ...((time.grain === 'month' || time.grain === 'quarter') &&
    time.kind !== 'relative' &&
    !STATED_YEAR.test(time.text) && { yearless: true }),
  ...(time.recurs && { recurs: recurrenceOf(time.recurs) }),
});

const recurrenceOf = (recurs: NonNullable<TimeMatch['recurs']>): Recurrence =>
  recurs.unit === 'time_of_day' ? recurs : { unit: recurs.unit, values: [...recurs.values] };

const STATED_YEAR = /\d{4}|'\d\d|\d\d\s?年|年|\b(?:this|last|next|past|previous) /iu;

const STRETCH = /^(?:from |between |从|自)?(?<first>.+?)(?: to | and | until | through |到|至)(?<last>.+)$/u;

/** The times at both ends of a stretch, where both are of one grain: they may be compared. */
function endsOf(text: string, today: string): [NamedPeriod, NamedPeriod] | null {
  const { first = '', last = '' } = STRETCH.exec(text)?.groups ?? {};
  const whole = (part: string): NamedPeriod | null => {
    // A year or month by itself is a time behind "in" alone.
    const found = [part, `in ${part}`].flatMap((one) => {
      const times = findTimeExpressions(one, { today });
      return times.filter((time) => time.end === one.length && time.end - time.start === part.length);
    });
    const [only] = found;
    return only && only.kind !== 'recurring' ? periodOf(only) : null;
  };
  const [from, to] = first === '' ? [null, null] : [whole(first), whole(last)];
  return from && to && from.grain !== null && from.grain === to.grain ? [from, to] : null;
}

function numbers(text: string): Unit[] {
  const all = findNumbers(text);
  // "150 hours" may also be 150 of what is called hours.
  const bare = all.flatMap((found) => {
    const [digits = ''] = /^[\d.,]+(?= [a-z])/.exec(found.text) ?? [];
    return digits === '' ? [] : [{ ...found, unit: undefined, text: digits, end: found.start + digits.length }];
  });
  return [
    ...[...all, ...bare].map((found) =>
      unit(text, found, {
        type: 'number',
        value: found.value,
        unit: found.unit ?? null,
        ordinal: found.ordinal ?? false,
      }),
    ),
    ...findDistances(text).map((found) => unit(text, found, { type: 'distance', meters: found.meters })),
    ...findQuoted(text).map((found) => unit(text, found, { type: 'quoted', value: found.value })),
  ];
}

/** What a comparing word grades by itself, or by the verb before it: costs more than. */
function scaled(text: string, { start, end }: { start: number; end: number }): { scale?: SuperlativeScale } {
  const scale = comparedScale(text.slice(start, end)) ?? (isPriced(text, start) ? 'price' : null);
  return scale === null ? {} : { scale };
}

function operators(text: string, today: string): Unit[] {
  const bounds = findComparators(text).map((found) =>
    operator(
      text,
      found,
      found.operator === 'between'
        ? {
            op: 'between',
            numbers: [found.numbers[0].value, found.numbers[1].value],
            unit: found.numbers[1].unit ?? found.numbers[0].unit ?? null,
            ...inEnglish(text.slice(found.start, found.end)),
          }
        : {
            op: 'compare',
            compare: found.operator,
            after: found.position === 'after',
            ...inEnglish(text.slice(found.start, found.end)),
            ...scaled(text, found),
            ...gradedAmong(text, found),
          },
    ),
  );
  const extremes = findSuperlatives(text).map(({ form, direction, limit, rank, scale, ...span }) =>
    operator(
      text,
      span,
      form === 'order'
        ? {
            op: 'order',
            direction,
            time: false,
            letters: LETTERS.test(span.text),
            ...(GRADES.test(span.text) && { quality: true as const }),
            ...(scale && { scale }),
            ...(ORDER_OF.test(text.slice(span.end)) && { of: true as const }),
          }
        : {
            op: 'extreme',
            direction,
            scale: scale ?? null,
            limit: limit ?? null,
            rank: rank ?? null,
            top: form === 'top',
            ...(GRADED.test(span.text) && { graded: true as const }),
            ...(COMMON.test(span.text) && { common: true as const }),
            ...(scale === 'amount' && inEnglish(span.text)),
            ...(scale === 'time' && PLACE.test(span.text) && { place: true as const }),
          },
    ),
  );
  const cut = extremes.flatMap((one) => restOfPrice(text, one));
  const compared = findComparisons(text, { today }).map(({ kind, grain, ...span }) => {
    const against = periodAgainst(text.slice(span.start, span.end), today);
    return operator(text, span, { op: 'compare_periods', kind, grain: grain ?? null, ...(against && { against }) });
  });
  const impossible = impossibleIn(text).map(({ start, end, why, surely }) =>
    operator(text, { start, end }, { op: 'impossible', why, ...(surely && { surely }) }),
  );
  return [...bounds, ...extremes, ...cut, ...compared, ...impossible];
}

/** 客单价最高的三家: the end of a longer name is no price, and what is left is the extreme of that name. */
function restOfPrice(text: string, { start, end, meaning }: Unit): Unit[] {
  const isCut = /^(?:单价|价格)最/u.test(text.slice(start, end)) && /\p{Script=Han}/u.test(text.charAt(start - 1));
  if (!isCut || meaning.type !== 'operator' || meaning.operator.op !== 'extreme') return [];
  return [operator(text, { start: start + 2, end }, { ...meaning.operator, scale: null, graded: true })];
}

const inEnglish = (words: string): { inEnglish?: true } => (/[a-z]{2}/.test(words) ? { inEnglish: true } : {});

const operator = (text: string, span: Pick<Span, 'start' | 'end'>, meaning: Operator): Unit =>
  unit(text, span, { type: 'operator', operator: meaning }, 0);

function unit(text: string, { start, end }: Pick<Span, 'start' | 'end'>, meaning: UnitMeaning, cost = 0): Unit {
  return { start, end, text: text.slice(start, end), meaning, form: 'word', cost };
}

/** Words that compare with a period which they name; not with the period before, whichever that is. */
const AGAINST =
  /^(?:(?:compared (?:to|with)|in comparison (?:to|with)|comparing to|relative to|versus|vs\.?|than|against)(?: in)? (?!the previous|the prior|previous|prior)(?<named>.+?)(?:'s)?|(?:与|和|跟|同|比|较|相比于?|相较于?|对比|比起)\s?(?!上一?年|前一年)(?<called>.+?)(?:相比(?:较)?|比较|比起来|对比|比)?)$/u;

/** The period that a comparison names, where that is all it says. */
function periodAgainst(text: string, today: string): NamedPeriod | null {
  const { named, called } = AGAINST.exec(text)?.groups ?? {};
  const words = named ?? called ?? '';
  const [only, ...more] = words === '' ? [] : findTimeExpressions(words, { today });
  if (!only || more.length > 0 || only.kind === 'recurring') return null;
  return only.start === 0 && only.end === words.length ? periodOf(only) : null;
}
