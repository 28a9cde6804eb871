import { parseCivil } from './civil-date';
import type { CivilDate } from './civil-date';
import {
  readAgo, readCalendar, readComing, readDecade, readLongerAgo, readPast, readRecurring, readUnit, readWeekday, readWeekend, readWholePast,
} from './time-reading';
import type { CalendarFields } from './time-reading';
import { readCount, timeRule } from './time-rule';
import type { Groups, TimeRule, UnitWords } from './time-rule';
import type { Grain } from './time-match';

/** Words for whole units around today, by how many units away. */
const UNIT_WORDS: readonly UnitWords[] = [
  { grain: 'day', offsets: { '0': '今天|今日|当天|当日', '-1': '昨天|昨日', '-2': '前天|前日', '-3': '大前天', '1': '明天|明日', '2': '后天' } },
  {
    grain: 'week',
    offsets: {
      '0': '(?:本|这一?个?)(?:周|星期|礼拜)', '-1': '上一?个?(?:周|星期|礼拜)(?!年)', '-2': '上上个?(?:周|星期|礼拜)', '1': '下一?个?(?:周|星期|礼拜)',
    },
  },
  { grain: 'month', offsets: { '0': '本月|这个?月|当月', '-1': '上一?个?月', '-2': '上上个?月', '1': '下一?个?月' } },
  {
    grain: 'quarter',
    offsets: { '0': '(?:本|这一?个?|当)季度?', '-1': '上一?个?季度?', '-2': '上上个?季度?', '1': '下一?个?季度?' },
  },
  {
    grain: 'year',
    offsets: {
      '0': '今年度?|本年度?|这一年|年内', '-1': '去年度?|上一?年度?', '-2': '前年', '-3': '大前年', '1': '明年度?|下一?年度?', '2': '后年',
    },
  },
];

/** What the words of one unit say when a smaller unit follows: 去年三月, 上个月5号. */
const YEAR_OFFSETS: Readonly<Record<string, string>> = { '0': '今年|本年', '-1': '去年|上一年', '-2': '前年', '-3': '大前年', '1': '明年' };
const MONTH_OFFSETS: Readonly<Record<string, string>> = { '0': '本月|这个?月|当月', '-1': '上一?个?月', '-2': '上上个?月', '1': '下一?个?月' };
const WEEK_OFFSETS: Readonly<Record<string, string>> = { '0': '本|这个?', '-1': '上个?', '-2': '上上个?', '1': '下个?' };

const UNITS: Readonly<Record<string, Grain>> = {
  天: 'day', 日: 'day', 周: 'week', 星期: 'week', 礼拜: 'week', 月: 'month', 季度: 'quarter', 季: 'quarter', 年: 'year',
};

const DIGIT = '[零〇一二三四五六七八九]';
const NUMERAL = '(?:\\d{1,4}|半|[一二两三四五六七八九十百]+)';
const NOT_IN_NUMBER = '(?<![\\d.零〇一二三四五六七八九十百千])';
const FOUR_DIGITS = '(?:(?:19|20|21)\\d\\d|[一二][九〇零]' + DIGIT + '{2})';
const YEAR = `(?:${NOT_IN_NUMBER}(?<y>${FOUR_DIGITS})\\s?年度?|(?<yr>大前年|${Object.values(YEAR_OFFSETS).join('|')}))`;
const MONTH = `${NOT_IN_NUMBER}(?<m>0?[1-9]|1[0-2]|十[一二]?|[一二三四五六七八九])\\s?月(?:份)?(?![薪嫂饼亮球龄租供结均活卡票])`;
const DAY = '(?<d>\\d{1,2}|[一二]?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])\\s?[日号](?!线|楼)';
const THIRD = '(?<third>[上中下])旬';
const QUARTER = `(?:第\\s?(?<q1>[1-4一二三四])\\s?个?季度?|${NOT_IN_NUMBER}(?<q2>[1-4一二三四])\\s?季度|(?<![a-z0-9])q(?<q3>[1-4])(?![0-9a-z])(?:季度)?)`;
const FIRST_QUARTERS = '前(?<fq>[23二两三])个?季度';
const HALF = '(?<h>[上下])半年度?';
const PART_OF_YEAR = `(?:${MONTH}(?:${DAY}|的?${THIRD})?|${QUARTER}|${FIRST_QUARTERS}|${HALF})`;

/** How Chinese writes time. */
export const TIME_RULES_ZH: readonly TimeRule[] = [
  ...UNIT_WORDS.flatMap(({ grain, offsets }) =>
    Object.entries(offsets).map(([offset, words]) => timeRule(words, (_groups, today) => readUnit(grain, Number(offset), today))),
  ),
  timeRule(`${YEAR}\\s?的?\\s?-?${PART_OF_YEAR}`, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule(PART_OF_YEAR, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule(`${NOT_IN_NUMBER}(?<y>${FOUR_DIGITS})\\s?年(?:度|份|全年)?`, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule('(?:今年|本年)全年', (_groups, today) => readCalendar({ year: parseCivil(today).year }, today)),
  timeRule('去年全年', (_groups, today) => readUnit('year', -1, today)),
  // "24年3月": two digits are a year only when a part of it follows; alone, 24年 is a length of time.
  timeRule(`${NOT_IN_NUMBER}(?<yy>\\d{2})\\s?年的?${PART_OF_YEAR}`, (groups, today) => readCalendar(fieldsOf(groups, today), today)),
  timeRule(`(?<mr>${Object.values(MONTH_OFFSETS).join('|')})的?(?:${DAY}|${THIRD})`, (groups, today) => readCalendar(monthFields(groups, today), today)),
  timeRule(`(?<wk>${Object.values(WEEK_OFFSETS).join('|')})(?:周|星期|礼拜)(?<wd>[一二三四五六日天])(?!共|般|均)`, ({ wk, wd }, today) =>
    readWeekday(weekdayNumber(wd), offsetIn(WEEK_OFFSETS, wk), today),
  ),
  timeRule(`(?<wk>${Object.values(WEEK_OFFSETS).join('|')})(?:个?)周末`, ({ wk }, today) => readWeekend(offsetIn(WEEK_OFFSETS, wk), today)),
  timeRule('(?:每个?|逢)?(?:周|星期|礼拜)(?<wd>[一二三四五六日天])(?!共|般|均|起|直)', ({ wd }) => readRecurring('weekday', [weekdayNumber(wd)])),
  timeRule('每?个?周末', () => readRecurring('weekday', [6, 7])),
  timeRule(`(?:每年|历年|各年)的?${MONTH}`, ({ m }) => readRecurring('month', [readCount(m)])),
  timeRule(`(?:最近|过去|近)的?\\s?(?:这)?(?<n>${NUMERAL})\\s?个?(?<u>天|日|周|星期|礼拜|月|季度|季|年)(?:以?内|之内|以来|来|间)?(?!前|级)`, readRollingZh),
  timeRule(`(?:最近|过去|近|前)的?\\s?(?<n>${NUMERAL})\\s?个?(?:完整的?|整|自然)(?<u>天|日|周|月|季度|季|年)`, ({ n, u }, today) =>
    readWholePast(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(`(?:最近|过去|近)的?\\s?(?<n>${NUMERAL})年半(?:以?内|之内|以来|来)?`, ({ n }, today) => readPast('year', readCount(n) + 0.5, today)),
  timeRule(`(?:未来|今后|接下来)的?\\s?(?<n>${NUMERAL})\\s?个?(?<u>天|日|周|星期|礼拜|月|季度|季|年)(?:以?内|之内|里)?`, ({ n, u }, today) =>
    readComing(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(`${NOT_IN_NUMBER}(?<n>${NUMERAL})\\s?个?(?<u>天|周|星期|礼拜)前(?!\\d|[一二三四五六七八九十])`, ({ n, u }, today) =>
    readAgo(UNITS[u ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule(`${NOT_IN_NUMBER}(?!\\d{4})(?<n>${NUMERAL})\\s?(?:个(?<u1>月|季度|星期|礼拜)|(?<u2>天|周|年))(?:以前|之前)`, ({ n, u1, u2 }, today) =>
    readLongerAgo(UNITS[u1 ?? u2 ?? ''] ?? 'day', readCount(n), today),
  ),
  timeRule('年初至今|年初以来|今年以来|今年至今|今年到现在|今年到目前为止|年初到现在', (_groups, today) => readUnit('year', 0, today)),
  timeRule('月初至今|月初以来|本月以来|本月至今|这个月以来', (_groups, today) => readUnit('month', 0, today)),
  timeRule('本周以来|本周至今|这周以来', (_groups, today) => readUnit('week', 0, today)),
  timeRule('本季度以来|本季度至今|季初至今', (_groups, today) => readUnit('quarter', 0, today)),
  timeRule(`${NOT_IN_NUMBER}(?:(?<century>19|20)|(?:二十|20)世纪)?(?<dec>[0-9]0|[一二三四五六七八九]十)年代`, readDecadeZh),
];

function fieldsOf(groups: Groups, today: CivilDate): CalendarFields {
  const { y, yy, yr, m, d, third, q1, q2, q3, fq, h } = groups;
  const quarter = q1 ?? q2 ?? q3;
  const thisYear = parseCivil(today).year;
  const year = y === undefined ? (yy === undefined ? yr && thisYear + offsetIn(YEAR_OFFSETS, yr) : 2000 + Number(yy)) : readCount(y);
  return {
    ...(typeof year === 'number' ? { year } : {}),
    ...(m === undefined ? {} : { month: readCount(m) }),
    ...(d === undefined ? {} : { day: readCount(d) }),
    ...(third === undefined ? {} : { third: '上中下'.indexOf(third) }),
    ...(quarter === undefined ? {} : { quarter: readCount(quarter) }),
    ...(fq === undefined ? {} : { firstQuarters: readCount(fq) }),
    ...(h === undefined ? {} : { half: h === '上' ? 1 : 2 }),
  };
}

function monthFields(groups: Groups, today: CivilDate): CalendarFields {
  const from = readUnit('month', offsetIn(MONTH_OFFSETS, groups.mr), today).range.from ?? today;
  const { year, month } = parseCivil(from);
  return { ...fieldsOf(groups, today), year, month };
}

function readRollingZh({ n, u }: Groups, today: CivilDate): ReturnType<TimeRule['read']> {
  return readPast(UNITS[u ?? ''] ?? 'day', readCount(n), today);
}

/** 90年代 is the last such decade that has begun by custom: 30–90 are 1930s–1990s, 00–20 are 2000s–2020s. */
function readDecadeZh({ century, dec }: Groups): ReturnType<TimeRule['read']> {
  const tens = /\d/.test(dec ?? '') ? Number(dec) : readCount(dec);
  if (century !== undefined) return readDecade(Number(century) * 100 + tens);
  return readDecade((tens >= 30 ? 1900 : 2000) + tens);
}

function weekdayNumber(written: string | undefined): number {
  const index = '一二三四五六日'.indexOf((written ?? '').replace('天', '日'));
  return index + 1;
}

function offsetIn(offsets: Readonly<Record<string, string>>, written: string | undefined): number {
  const found = Object.entries(offsets).find(([, words]) => new RegExp(`^(?:${words})$`).test(written ?? ''));
  return Number(found?.[0] ?? 0);
}
