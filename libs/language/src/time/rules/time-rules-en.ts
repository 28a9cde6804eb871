import { ENGLISH_NUMERAL } from '../../numbers/english-numeral';
import { BARE_YEAR_RULES } from './bare-years';
import { type CivilDate, parseCivil } from '../civil-date';
import {
  type CalendarFields,
  readAgo,
  readCalendar,
  readComing,
  readDecade,
  readLongerAgo,
  readPast,
  readUnit,
  readWholePast,
  type TimeReading,
} from '../time-reading';
import { englishRule, type Groups, readCount, type TimeRule, type UnitWords } from './time-rule';
import type { Grain } from '../time-match';
import { readBareWeekday, readNearestWeekday, readRecurring, readWeekend } from '../weekday-reading';

/** Words for whole units around today, by their offset. */
const UNIT_WORDS: readonly UnitWords[] = [
  {
    grain: 'day',
    offsets: {
      '0': 'today',
      '-1': 'yesterday',
      '-2': 'the day before yesterday',
      '1': 'tomorrow',
      '2': 'the day after tomorrow',
    },
  },
  ...(['week', 'month', 'quarter', 'year'] as const).map((unit) => ({
    grain: unit,
    offsets: {
      '0': `(?:this|(?:the )?current) (?:calendar )?${unit}(?:'s)?`,
      '-1': `(?:last|(?:the )?previous|(?:the )?prior|the last) (?:calendar |full )?${unit}(?:'s)?`,
      '-2': `(?:the )?${unit} before last`,
      '1': `(?:next|the coming|the following) ${unit}(?:'s)?`,
    },
  })),
];

const MONTH_NAMES = [
  'january|jan',
  'february|feb',
  'march|mar',
  'april|apr',
  'may',
  'june|jun',
  'july|jul',
  'august|aug',
  'september|sept|sep',
  'october|oct',
  'november|nov',
  'december|dec',
];
const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const M = `(?<m>${MONTH_NAMES.join('|')})\\b(?<!may(?= (?:be|have|not|include|need|also|i|we|you)\\b))\\.?`;
const Y = "(?<y>(?:19|20|21)\\d\\d|'\\d\\d)";
const D = '(?<d>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
/** A year, or words for one, after a date within it: "2024", "of last year", "this year". */
const OF_YEAR = `(?:,? ?(?:of |in )?(?:the (?:calendar )?year )?(?:${Y}|(?<yr>last|this|next|the previous|the current|the) year))`;
/** The same before the date: "2024", "last year's". */
const YEARS = `(?:${Y}(?:'s)?|(?<yr>last|this|next) year's)[ -]?`;
const Q =
  '(?:q(?<q1>[1-4])|(?:the )?(?<q2>first|second|third|fourth|final|1st|2nd|3rd|4th) quarter|quarter (?<q3>[1-4]|one|two|three|four))';
const H = '(?:h(?<h1>[12])|(?:the )?(?<h2>first|second|1st|2nd) half)';
const UNIT = '(?<u>days?|weeks?|months?|quarters?|years?|decades?)';
const N = `(?<n>\\d+(?:\\.\\d+)?|${ENGLISH_NUMERAL}|(?:a )?couple(?: of)?)`;
/** These short or common words are months only with a clear sign before them ("may" is a verb, "march" too). */
const MONTH_SIGN = `(?<=\\b(?:in|since|during|of|from|to|until|till|before|after|for|through|between|early|late|mid|vs|versus|than|(?:${MONTH_NAMES.join('|')}) and)[ -])`;
const CLEAR_MONTHS = 'january|february|april|june|july|august|september|october|november|december';

/** Time expressions of English. */
export const TIME_RULES_EN: readonly TimeRule[] = [
  ...UNIT_WORDS.flatMap(({ grain, offsets }) =>
    Object.entries(offsets).map(([offset, words]) =>
      englishRule(words, (_groups, today) => readUnit(grain, Number(offset), today)),
    ),
  ),
  englishRule(
    `${M} (?:the )?${D}(?:,? ?${Y}| (?:of )?(?<yr>last|this|next) year)?(?![./]\\d|-\\d{3}|,\\d| (?:km|percent|%))`,
    calendar,
  ),
  englishRule(`(?:the )?${D} (?:of )?${M}(?:,? ${Y}| (?:of )?(?<yr>last|this|next) year)?`, calendar),
  englishRule(`${M},? ?(?:of |in )?(?:${Y}|(?<yr>last|this|next) year)`, calendar),
  englishRule(`${YEARS}${M}`, calendar),
  englishRule(`${MONTH_SIGN}${M}`, calendar),
  englishRule(
    `${M}(?= ?(?:and|or|to|until|through|vs\\.?|versus|-|,) ?(?:${MONTH_NAMES.join('|')})(?![a-z]))`,
    calendar,
  ),
  // April may be a person's name.
  englishRule(
    `(?<!\\b(?:named?|called|names?(?: is| are| of)?|mr\\.?|ms\\.?|mrs\\.?) )(?<m>${CLEAR_MONTHS})`,
    calendar,
  ),
  englishRule(`(?<near>last|this|next|this past) ${M}`, readNearMonth),
  englishRule(`(?:every|each) ${M}`, ({ m }) => readRecurring('month', [monthNumber(m)])),
  englishRule(`${Y}-(?<mm>0?[1-9]|1[0-2])(?:-${D})?`, calendar),
  englishRule(`${Y}(?<sep>[/.])(?<mm>0?[1-9]|1[0-2])\\k<sep>${D}`, calendar),
  englishRule(`${Y}\\/(?<mm>0?[1-9]|1[0-2])`, calendar),
  // Ambiguous by country: month first, as in the United States, unless that is no date.
  englishRule(`(?<a>\\d{1,2})\\/(?<b>\\d{1,2})\\/${Y}`, ({ a, b, y }, today) =>
    readSlashed(Number(a), Number(b), Number(y), today),
  ),
  englishRule(
    `(?<=\\b(?:on|since|before|after|by|until|from|to|between|and) )(?<a>\\d{1,2})\\/(?<b>\\d{1,2})(?!\\/)`,
    ({ a, b }, today) => readSlashed(Number(a), Number(b), undefined, today),
  ),
  englishRule(`${Q}${OF_YEAR}?`, calendar),
  englishRule(`${YEARS}${Q}`, calendar),
  englishRule(
    `(?:the )?first (?<fm>\\d{1,2}|${ENGLISH_NUMERAL}) (?<fu>months|quarters) of ${OF_YEAR.replace(',? ?(?:of |in )?', '')}`,
    calendar,
  ),
  englishRule(`(?:the )?(?<q2>last) quarter of (?:${Y}|(?<yr>last|this) year)`, calendar),
  englishRule(`${H}(?: of)?${OF_YEAR}`, calendar),
  englishRule(`${YEARS}${H}`, calendar),
  englishRule(`h(?<h1>[12])`, calendar),
  ...BARE_YEAR_RULES,
  englishRule(
    `(?:the )?(?:last|past|previous|prior|trailing|rolling|recent|most recent|latest) ${N}[ -]${UNIT}`,
    readRolling,
  ),
  // "Within 30 days of purchase" counts from another event.
  englishRule(`within ${N}[ -]${UNIT}(?! (?:of|after|from|before|since|to)\\b)`, readRolling),
  englishRule(
    `(?:the )?(?:last|past|previous|prior) ${N} (?:full|calendar|whole|complete) ${UNIT}`,
    ({ n, u }, today) => readWholePast(grainOf(u), countOf(n, u), today),
  ),
  englishRule(`(?:the )?(?:last|past|previous|prior|trailing) (?<n>half(?: an?)?)[ -]${UNIT}`, readRolling),
  englishRule(`(?:the |this )?(?:past|trailing) ${UNIT}`, readRolling),
  englishRule(`(?:the )?last (?<u>days?|decades?)`, readRolling),
  englishRule(`(?:the )?(?:next|coming|upcoming|following) ${N} ${UNIT}`, ({ n, u }, today) =>
    readComing(grainOf(u), countOf(n, u), today),
  ),
  englishRule(`${N.replace('(?<n>', '(?<n>an?|')} ${UNIT} (?:ago|back|earlier)`, ({ n, u }, today) =>
    readAgo(grainOf(u), countOf(n, u), today),
  ),
  englishRule(
    `(?:more than|over|at least|longer than|older than) ${N.replace('(?<n>', '(?<n>an?|')} ${UNIT} (?:ago|back)`,
    ({ n, u }, today) => readLongerAgo(grainOf(u), countOf(n, u), today),
  ),
  ...(
    [
      ['year', 'ytd'],
      ['quarter', 'qtd'],
      ['month', 'mtd'],
      ['week', 'wtd'],
    ] as const
  ).map(([unit, short]) =>
    englishRule(
      `${short}|(?:this )?${unit}[ -]to[ -]date|so far this ${unit}|this ${unit} so far|since the (?:beginning|start) of (?:the|this) ${unit}`,
      (_groups, today) => readUnit(unit, 0, today),
    ),
  ),
  englishRule(`(?<near>last|this past|next|this|this coming) (?<wd>${WEEKDAY_NAMES.join('|')})`, readNearWeekday),
  englishRule(`(?:on )?(?<wd>${WEEKDAY_NAMES.join('|')})(?:'s)?`, ({ wd }) => readBareWeekday(weekdayOfName(wd))),
  englishRule(`(?:every |each |on |on all )?(?<wd>${WEEKDAY_NAMES.join('|')})s`, ({ wd }) =>
    readRecurring('weekday', [weekdayOfName(wd)]),
  ),
  englishRule(`(?:on )?(?:every|each|any|all) (?<wd>${WEEKDAY_NAMES.join('|')})s?`, ({ wd }) =>
    readRecurring('weekday', [weekdayOfName(wd)]),
  ),
  englishRule(`(?:every |each |on |on the |at |at the |during )?weekends?`, () => readRecurring('weekday', [6, 7])),
  englishRule(`(?:on |during )?(?:weekdays|working days|workdays|business days)`, () =>
    readRecurring('weekday', [1, 2, 3, 4, 5]),
  ),
  englishRule(`last weekend`, (_groups, today) => readWeekend(-1, today)),
  englishRule(`this weekend`, (_groups, today) => readWeekend(0, today)),
  englishRule(`(?:the )?(?<dec>(?:18|19|20)\\d0)'?s`, ({ dec }) => readDecade(Number(dec))),
  englishRule(`(?:the '?|'|(?<=\\b(?:early|mid|late)[ -]))(?<dec>[5-9]0)s`, ({ dec }) =>
    readDecade(1900 + Number(dec)),
  ),
];

function calendar(groups: Groups, today: CivilDate): TimeReading | undefined {
  return readCalendar(fieldsOf(groups, today), today);
}

function fieldsOf(groups: Groups, today: CivilDate): CalendarFields {
  const { y, yr, m, mm, d, h1, h2, fm, fu } = groups;
  const quarter = quarterOf(groups);
  const half = h1 ?? h2;
  const year = y === undefined ? yr && parseCivil(today).year + yearOffset(yr) : Number(y.replace("'", '20'));
  return {
    ...(typeof year === 'number' ? { year } : {}),
    ...(m === undefined ? {} : { month: monthNumber(m) }),
    ...(mm === undefined ? {} : { month: Number(mm) }),
    ...(d === undefined ? {} : { day: Number.parseInt(d, 10) }),
    ...(quarter === undefined ? {} : { quarter }),
    ...(fm === undefined ? {} : { firstMonths: readCount(fm) * (/^q/i.test(fu ?? '') ? 3 : 1) }),
    ...(half === undefined ? {} : { half: /^(?:1|f)/i.test(half) ? 1 : 2 }),
  };
}

function quarterOf({ q1, q2, q3 }: Groups): number | undefined {
  const written = (q1 ?? q2 ?? q3)?.toLowerCase();
  if (written === undefined) return undefined;
  const words = [/^(?:1|first|one)/, /^(?:2|second|two)/, /^(?:3|third|three)/, /^(?:4|fourth|four|final|last)/];
  return words.findIndex((word) => word.test(written)) + 1;
}

function yearOffset(written: string): number {
  if (/last|previous/i.test(written)) return -1;
  return /next/i.test(written) ? 1 : 0;
}

/** "last March" is the latest March that has ended; "this March" is this year's. */
function readNearMonth({ near, m }: Groups, today: CivilDate): TimeReading | undefined {
  const month = monthNumber(m);
  const now = parseCivil(today);
  const word = near?.toLowerCase();
  if (word === 'this') return readCalendar({ year: now.year, month }, today);
  if (word === 'next') return readCalendar({ year: month > now.month ? now.year : now.year + 1, month }, today);
  return readCalendar({ year: month < now.month ? now.year : now.year - 1, month }, today);
}

const weekdayOfName = (name: string | undefined): number => WEEKDAY_NAMES.indexOf(name?.toLowerCase() ?? '') + 1;

function readNearWeekday({ near, wd }: Groups, today: CivilDate): TimeReading {
  const weekday = WEEKDAY_NAMES.indexOf(wd?.toLowerCase() ?? '') + 1;
  return readNearestWeekday(weekday, /last|past/i.test(near ?? '') ? -1 : 1, today);
}

function readSlashed(a: number, b: number, year: number | undefined, today: CivilDate): TimeReading | undefined {
  const [month, day] = a > 12 ? [b, a] : [a, b];
  return readCalendar({ month, day, ...(year === undefined ? {} : { year }) }, today);
}

function readRolling({ n, u }: Groups, today: CivilDate): TimeReading | undefined {
  return readPast(grainOf(u), countOf(n, u), today);
}

function grainOf(unit: string | undefined): Grain {
  const singular = (unit ?? '').toLowerCase().replace(/s$/, '');
  const grains: Readonly<Record<string, Grain>> = {
    day: 'day',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    decade: 'year',
  };
  return grains[singular] ?? 'day';
}

function countOf(n: string | undefined, unit: string | undefined): number {
  return readCount(n) * (/^decade/i.test(unit ?? '') ? 10 : 1);
}

function monthNumber(written: string | undefined): number {
  return MONTH_NAMES.findIndex((names) => names.split('|').includes((written ?? '').toLowerCase())) + 1;
}
