import { type CivilDate, parseCivil } from '../civil-date';
import {
  type CalendarFields,
  joinReadings,
  readAgo,
  readCalendar,
  readComing,
  readDecade,
  readLongerAgo,
  readPast,
  readUnit,
  readWholePast,
} from '../time-reading';
import { UNIT_WORDS_ZH, UNTIL_NOW_ZH, WEEK_OFFSETS_ZH, offsetIn, offsetWords } from './relative-words-zh';
import { type Groups, readCount, timeRule, type TimeRule } from './time-rule';
import type { Grain } from '../time-match';
import { readBareWeekday, readRecurring, readWeekday, readWeekend } from '../weekday-reading';

const YEAR_OFFSETS = offsetWords('year');
const MONTH_OFFSETS = offsetWords('month');
const WEEK_OFFSETS = WEEK_OFFSETS_ZH;

const UNTIL_NOW = `(?:以来|${UNTIL_NOW_ZH})`;

const UNITS: Readonly<Record<string, Grain>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  月: 'month',
  季度: 'quarter',
  季: 'quarter',
  年: 'year',
};

const DIGIT = '[零〇一二三四五六七八九]';
const NUMERAL = '(?:\\d{1,4}|半|[一二两三四五六七八九十百]+)';
const NOT_IN_NUMBER = '(?<![\\d.零〇一二三四五六七八九十百千])';
/** 哪一季度, 每一月 and 前一季度 do not name the first quarter or month. */
const NOT_POINTED_AT = '(?!(?<=[哪某每上这那任同各前第]|(?<!一)下)一)';
const FOUR_DIGITS = '(?:(?:19|20|21)\\d\\d|[一二][九〇零]' + DIGIT + '{2})';
const YEAR = `(?:${NOT_IN_NUMBER}(?<y>${FOUR_DIGITS})\\s?年(?![龄级限纪代])度?|(?<yr>${Object.values(YEAR_OFFSETS).join('|')}))`;
const MONTH = `${NOT_IN_NUMBER}${NOT_POINTED_AT}(?<m>0?[1-9]|1[0-2]|十[一二]?|[一二三四五六七八九])\\s?月(?:份)?(?![薪嫂饼亮球龄租供结均活卡票内底初末]|天(?!气))`;
const DAY = '(?<d>\\d{1,2}|[一二]?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])\\s?[日号](?!线|楼)';
const THIRD = '(?<third>[上中下])旬';
const QUARTER = `(?:第\\s?(?<q1>[1-4一二三四])\\s?个?季度?|${NOT_IN_NUMBER}${NOT_POINTED_AT}(?<q2>[1-4一二三四])\\s?季度|(?<![a-z0-9])q(?<q3>[1-4])(?![0-9a-z])(?:季度)?)`;
const BARE_QUARTER =
  '(?:第\\s?(?<q1>[1-4一二三四])\\s?个?季度?|(?<q2>[一二三四])季度|-?q(?<q3>[1-4])(?![0-9a-z])(?:季度)?)';
const FIRST_QUARTERS = '前(?<fq>[23二两三])个?季度';
const HALF = '(?<![以线])(?<h>[上下])半年(?![龄级])度?';
const FIRST_MONTHS = '前(?<fm>\\d{1,2}|[一二两三四五六七八九十]|十一)个月';
const PART_OF_YEAR = `(?:${MONTH}(?:${DAY}|的?${THIRD})?|${QUARTER}|${FIRST_QUARTERS}|${HALF})`;

/** Time expressions of Chinese. */
export const TIME_RULES_ZH: readonly TimeRule[] = [
  ...UNIT_WORDS_ZH.flatMap(({ grain, offsets }) =>
    Object.entries(offsets).map(([offset, words]) =>
      timeRule(words, (_groups, today) => readUnit(grain, Number(offset), today)),
    ),
  ),
  timeRule(`${YEAR}\\s?的?\\s?-?${PART_OF_YEAR}`, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule(`${YEAR}的?${FIRST_MONTHS}`, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  // 今年1到6月, 2025年一、二季度: the year precedes both ends, the unit follows both.
  timeRule(
    `${YEAR}的?第?(?<a>\\d{1,2}|[一二三四五六七八九十]{1,2})(?<own>月份?|季度)?(?<link>到|至|-|~|[、,和与])第?(?<b>\\d{1,2}|[一二三四五六七八九十]{1,2})(?<part>月份?|季度)(?!${DAY})`,
    readPartsOfYear,
  ),
  timeRule(PART_OF_YEAR, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule(`${NOT_IN_NUMBER}(?<y>${FOUR_DIGITS})\\s?年(?![龄级限纪代])(?:度|份|全年)?`, (groups, today) =>
    readCalendar(fieldsOf(groups, today), today),
  ),
  // 2025下半年, 2024三季度: a bare number is a year if a part of a year follows.
  timeRule(
    `${NOT_IN_NUMBER}(?<y>(?:19|20|21)\\d\\d)\\s?(?:${BARE_QUARTER}|${FIRST_QUARTERS}|${FIRST_MONTHS}|${HALF}|全年|年度)`,
    (groups, today) => readCalendar(fieldsOf(groups, today), today),
  ),
  timeRule('(?:今年|本年)全年', (_groups, today) => readCalendar({ year: parseCivil(today).year }, today)),
  timeRule('去年全年', (_groups, today) => readUnit('year', -1, today)),
  // "24年3月": two digits are a year only if a part of a year follows; alone, 24年 is a duration.
  timeRule(`${NOT_IN_NUMBER}(?<yy>\\d{2})\\s?年的?${PART_OF_YEAR}`, (groups, today) =>
    readCalendar(fieldsOf(groups, today), today),
  ),
  timeRule(`(?<mr>${Object.values(MONTH_OFFSETS).join('|')})的?(?:${DAY}|${THIRD})`, (groups, today) =>
    readCalendar(monthFields(groups, today), today),
  ),
  timeRule(
    `(?<wk>${Object.values(WEEK_OFFSETS).join('|')})(?:周|星期|礼拜)(?<wd>[一二三四五六日天])(?![共般均次个家名些样定])`,
    ({ wk, wd }, today) => readWeekday(weekdayNumber(wd), offsetIn(WEEK_OFFSETS, wk), today),
  ),
  timeRule(`(?<wk>${Object.values(WEEK_OFFSETS).join('|')})(?:个?)周末`, ({ wk }, today) =>
    readWeekend(offsetIn(WEEK_OFFSETS, wk), today),
  ),
  timeRule('(?<![一两三四五\\d])(?:周|星期|礼拜)(?<wd>[一二三四五六日天])(?![共般均起直次个家名些样定])', ({ wd }) =>
    readBareWeekday(weekdayNumber(wd)),
  ),
  timeRule(
    '(?:每个?|逢|各个?|所有|历次)(?:周|星期|礼拜)(?<wd>[一二三四五六日天])(?![共般均起直次个家名些样定])',
    ({ wd }) => readRecurring('weekday', [weekdayNumber(wd)]),
  ),
  timeRule(
    '(?:每个?)?(?:周|星期|礼拜)(?<days>[一二三四五六日天]{2,6})(?![共般均起直次个家名些样定])',
    ({ days = '' }) => readRecurring('weekday', [...days].map(weekdayNumber)),
  ),
  timeRule('(?:每个?)?(?:周末|双休日)', () => readRecurring('weekday', [6, 7])),
  timeRule('(?:每个?)?工作日|平日(?!里)|平日里', () => readRecurring('weekday', [1, 2, 3, 4, 5])),
  timeRule(`(?:每年|历年|各年)的?${MONTH}`, ({ m }) => readRecurring('month', [readCount(m)])),
  timeRule(
    `(?:最近|过去|(?<![附接临邻靠将就亲逼相])近)的?\\s?(?:这)?(?<n>${NUMERAL})\\s?个?(?<u>天|日|周|星期|礼拜|月|季度|季|年)(?:以?内|之内|以来|来|间)?(?!前|级)`,
    readRollingZh,
  ),
  // 90天没有登录, 半年未下单: no event within this period.
  timeRule(
    `${NOT_IN_NUMBER}(?!\\d{3,}\\s?[年月日])(?<n>${NUMERAL})\\s?(?:个(?=月|季度|星期|礼拜))?(?<u>天|周|星期|礼拜|(?<=个)月|季度|年)(?:以?内|之内|以?来|都|多)?(?=(?:都|一直)?(?:没|未|不曾|从未))`,
    readRollingZh,
  ),
  timeRule(
    `(?:最近|过去|近|前)的?\\s?(?<n>${NUMERAL})\\s?个?(?:完整的?|整|自然)(?<u>天|日|周|月|季度|季|年)`,
    ({ n, u }, today) => readWholePast(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(`(?:最近|过去|近)的?\\s?(?<n>${NUMERAL})年半(?:以?内|之内|以来|来)?`, ({ n }, today) =>
    readPast('year', readCount(n) + 0.5, today),
  ),
  timeRule(
    `(?:未来|今后|接下来)的?\\s?(?<n>${NUMERAL})\\s?个?(?<u>天|日|周|星期|礼拜|月|季度|季|年)(?:以?内|之内|里)?`,
    ({ n, u }, today) => readComing(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(
    `${NOT_IN_NUMBER}(?<n>${NUMERAL})\\s?个?(?<u>天|周|星期|礼拜)前(?!\\d|[一二三四五六七八九十])`,
    ({ n, u }, today) => readAgo(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(
    `${NOT_IN_NUMBER}(?!\\d{4})(?<n>${NUMERAL})\\s?(?:个(?<u1>月|季度|星期|礼拜)|(?<u2>天|周|年))(?:以前|之前)`,
    ({ n, u1, u2 }, today) => readLongerAgo(UNITS[u1 ?? u2 ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(`(?:自从|自|从)?(?:年初|今年|本年度?)${UNTIL_NOW}`, (_groups, today) => readUnit('year', 0, today)),
  timeRule(`(?:自从|自|从)?(?:月初|[本这当]月|这个月)${UNTIL_NOW}`, (_groups, today) => readUnit('month', 0, today)),
  timeRule(`(?:[本这]个?(?:周|星期|礼拜))${UNTIL_NOW}`, (_groups, today) => readUnit('week', 0, today)),
  timeRule(`(?:[本这]个?季度?|季初)${UNTIL_NOW}`, (_groups, today) => readUnit('quarter', 0, today)),
  timeRule(
    `${NOT_IN_NUMBER}(?:(?<century>19|20)|(?:二十|20)世纪)?(?<dec>[0-9]0|[一二三四五六七八九]十)年代`,
    readDecadeZh,
  ),
];

function fieldsOf(groups: Groups, today: CivilDate): CalendarFields {
  const { y, yy, yr, m, d, third, q1, q2, q3, fq, fm, h } = groups;
  const quarter = q1 ?? q2 ?? q3;
  const thisYear = parseCivil(today).year;
  const year =
    y === undefined
      ? yy === undefined
        ? yr && thisYear + offsetIn(YEAR_OFFSETS, yr)
        : 2000 + Number(yy)
      : readCount(y);
  return {
    ...(typeof year === 'number' ? { year } : {}),
    ...(m === undefined ? {} : { month: readCount(m) }),
    ...(d === undefined ? {} : { day: readCount(d) }),
    ...(third === undefined ? {} : { third: '上中下'.indexOf(third) }),
    ...(quarter === undefined ? {} : { quarter: readCount(quarter) }),
    ...(fq === undefined ? {} : { firstMonths: readCount(fq) * 3 }),
    ...(fm === undefined ? {} : { firstMonths: readCount(fm) }),
    ...(h === undefined ? {} : { half: h === '上' ? 1 : 2 }),
  };
}

/** From one month or quarter to another of the named year; a list only if its two are adjacent. */
function readPartsOfYear(groups: Groups, today: CivilDate): ReturnType<TimeRule['read']> {
  const { year } = fieldsOf({ y: groups.y, yr: groups.yr }, today);
  const [a, b] = [readCount(groups.a), readCount(groups.b)];
  const isList = /[、,和与]/.test(groups.link ?? '');
  if (year === undefined || !(a < b) || (isList && (b !== a + 1 || groups.own !== undefined))) return undefined;
  const part = groups.part === '季度' ? 'quarter' : 'month';
  const first = readCalendar({ year, [part]: a }, today);
  const last = readCalendar({ year, [part]: b }, today);
  return first && last && joinReadings(first, last);
}

function monthFields(groups: Groups, today: CivilDate): CalendarFields {
  const from = readUnit('month', offsetIn(MONTH_OFFSETS, groups.mr), today).range.from ?? today;
  const { year, month } = parseCivil(from);
  return { ...fieldsOf(groups, today), year, month };
}

function readRollingZh({ n, u }: Groups, today: CivilDate): ReturnType<TimeRule['read']> {
  return readPast(UNITS[u ?? ''] ?? 'day', readCount(n), today);
}

/** 90年代 by custom: 30–90 are the 1930s–1990s, 00–20 the 2000s–2020s. */
function readDecadeZh({ century, dec }: Groups): ReturnType<TimeRule['read']> {
  const tens = /\d/.test(dec ?? '') ? Number(dec) : readCount(dec);
  if (century !== undefined) return readDecade(Number(century) * 100 + tens);
  return readDecade((tens >= 30 ? 1900 : 2000) + tens);
}

function weekdayNumber(written: string | undefined): number {
  const index = '一二三四五六日'.indexOf((written ?? '').replace('天', '日'));
  return index + 1;
}
