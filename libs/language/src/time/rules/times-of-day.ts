import { englishRule, type Groups, readCount, timeRule, type TimeRule } from './time-rule';
import type { TimeReading } from '../time-reading';
import type { Bilingual } from '../time-match';

/** A time of day as written. `half` is missing if the words depend on another time for it. */
interface ClockTime {
  minutes: number;
  half: 'am' | 'pm' | null;
}

const DAY = 1440;

/** `9`, `9:30`, `9 am`, `noon`; `n` numbers the groups, so that one pattern can contain two times. */
const clockEn = (n: string): string =>
  `(?:(?<w${n}>noon|midday|midnight)|(?<h${n}>[01]?\\d|2[0-4])(?::(?<m${n}>[0-5]\\d))?(?:\\s?(?<x${n}>a\\.?m\\.?|p\\.?m\\.?|o['’]?clock))?)`;

/** 9点, 上午9点半, 18:30, 下午三点一刻. */
const HALVES_ZH = '上午|早上|早晨|清晨|凌晨|中午|下午|午后|傍晚|晚上|夜里|晚';
const HOUR_ZH = '\\d{1,2}|二?十[一二三四五六七八九]?|[一二两三四五六七八九零]';
const clockZh = (n: string): string =>
  `(?:(?<f${n}>${HALVES_ZH})的?)?(?<![\\d.:])(?<h${n}>${HOUR_ZH})(?:点(?!\\d)钟?(?:(?<half${n}>半)|(?<quarter${n}>[一三])刻)?整?|点(?<m${n}>\\d{1,2})分?|[:：](?<c${n}>[0-5]\\d)|时(?![候间段长期代刻数辰效限]))`;

/** Named parts of the day, in hours. */
const PARTS: readonly { zh: string; en: string; from: number; to: number }[] = [
  { zh: '凌晨', en: '(?:in |during )?the (?:small|early morning) hours', from: 0, to: 6 },
  { zh: '上午|早上|早晨', en: '(?:in |during )the mornings?|mornings', from: 6, to: 12 },
  { zh: '下午|午后', en: '(?:in |during )the afternoons?|afternoons', from: 12, to: 18 },
  { zh: '晚上|晚间', en: '(?:in |during )the evenings?|evenings', from: 18, to: 24 },
];

const TO_EN = '\\s?(?:-|–|to|until|till|through)\\s?';

/** Times of each day in both languages: "between 9 and 11 am", 晚上8点以后. */
export const TIME_OF_DAY_RULES: readonly TimeRule[] = [
  englishRule(`(?:between|from) ${clockEn('1')} and ${clockEn('2')}`, (groups) =>
    stretch(enTime(groups, '1'), enTime(groups, '2'), isMarkedAsTime(groups)),
  ),
  englishRule(`(?:between |from )?${clockEn('1')}${TO_EN}${clockEn('2')}`, (groups) =>
    stretch(enTime(groups, '1'), enTime(groups, '2'), isMarkedAsTime(groups)),
  ),
  englishRule(
    `(?:after|later than|past|since|from) ${clockEn('1')}(?: (?:on|onwards?))?|${clockEn('2')} (?:or later|onwards?)`,
    (groups) =>
      stretch(enTime(groups, '1') ?? enTime(groups, '2'), { minutes: DAY, half: null }, isMarkedAsTime(groups)),
  ),
  englishRule(`(?:before|earlier than|until|till|up to) ${clockEn('1')}|${clockEn('2')} or earlier`, (groups) =>
    stretch({ minutes: 0, half: null }, enTime(groups, '1') ?? enTime(groups, '2'), isMarkedAsTime(groups)),
  ),
  englishRule(`(?:at|in the) ${clockEn('1')}(?: hour)?(?! (?:or|and) )`, (groups) =>
    hourOf(enTime(groups, '1'), isMarkedAsTime(groups)),
  ),
  timeRule(`(?:从|自|在)?${clockZh('1')}(?:到|至|~|-|—)${clockZh('2')}(?:之间|期间)?`, (groups) => stretchZh(groups)),
  timeRule(`(?:在|介于)?${clockZh('1')}(?:和|与)${clockZh('2')}之间`, (groups) => stretchZh(groups)),
  timeRule(`(?:在|从)?${clockZh('1')}(?:之后|以后|过后|后|起|开始|往后)`, (groups) =>
    stretch(zhTime(groups, '1'), { minutes: DAY, half: null }, true),
  ),
  timeRule(`(?:在)?${clockZh('1')}(?:之前|以前|前)`, (groups) =>
    stretch({ minutes: 0, half: null }, zhTime(groups, '1'), true),
  ),
  // 3点 may be points, and 一点 is "a little": a bare number is an hour only beside a word for a part of the day, or 钟.
  timeRule(`(?:在)?(?=${HALVES_ZH})${clockZh('1')}(?![多来几以之前后起到至])`, (groups) =>
    hourOf(zhTime(groups, '1'), true),
  ),
  timeRule(`(?:在)?(?!一点)${clockZh('1')}(?:(?<=[钟整])|(?=的))(?![多来几以之前后起到至])`, (groups) =>
    hourOf(zhTime(groups, '1'), true),
  ),
  ...PARTS.flatMap(({ zh, en, from, to }) => [
    timeRule(`(?:每天|在)?(?:${zh})(?![\\d一二两三四五六七八九十半好])`, () => daily(from * 60, to * 60)),
    englishRule(en, () => daily(from * 60, to * 60)),
  ]),
];

/** Whether a word marks the numbers as times. A bare number is not a time. */
const isMarkedAsTime = (groups: Groups): boolean =>
  ['1', '2'].some((n) => [groups[`w${n}`], groups[`x${n}`], groups[`m${n}`]].some((part) => part !== undefined));

function enTime(groups: Groups, n: string): ClockTime | null {
  const word = groups[`w${n}`]?.toLowerCase();
  if (word !== undefined)
    return { minutes: word === 'midnight' ? 0 : DAY / 2, half: word === 'midnight' ? 'am' : 'pm' };
  const hour = groups[`h${n}`];
  if (hour === undefined) return null;
  const half = /^([ap])/iu.exec(groups[`x${n}`] ?? '')?.[1]?.toLowerCase();
  return ofHalf(Number(hour), Number(groups[`m${n}`] ?? 0), half === 'a' ? 'am' : half === 'p' ? 'pm' : null);
}

function zhTime(groups: Groups, n: string): ClockTime | null {
  const hour = groups[`h${n}`];
  if (hour === undefined) return null;
  const word = groups[`f${n}`] ?? '';
  const number = hour === '零' ? 0 : readCount(hour);
  const minutes = groups[`half${n}`]
    ? 30
    : groups[`quarter${n}`]
      ? readCount(groups[`quarter${n}`]) * 15
      : Number(groups[`m${n}`] ?? groups[`c${n}`] ?? 0);
  const half =
    word === '' ? null : /下午|午后|傍晚|晚|夜/u.test(word) || (word === '中午' && number < 11) ? 'pm' : 'am';
  return ofHalf(number, minutes, half === 'am' && number === 12 && word === '中午' ? 'pm' : half);
}

/** 12 am is midnight, 9 pm is 21:00. */
function ofHalf(hour: number, minutes: number, half: ClockTime['half']): ClockTime | null {
  if (!(hour <= 24) || minutes > 59 || (half !== null && hour > 12 && half === 'am')) return null;
  const within = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour;
  return { minutes: within * 60 + minutes, half };
}

/** "Between 9 and 11 pm" lies in one half of the day, "between 11 and 2 pm" in both. */
function stretch(first: ClockTime | null, last: ClockTime | null, isTime: boolean): TimeReading | undefined {
  if (!isTime || first === null || last === null || first.minutes > DAY || last.minutes > DAY) return undefined;
  const isLate = (time: ClockTime): boolean => time.half === 'pm' && time.minutes >= DAY / 2;
  const shared =
    first.half === null && isLate(last) && first.minutes + DAY / 2 < last.minutes && last.minutes < DAY
      ? first.minutes + DAY / 2
      : first.minutes;
  const later =
    last.half === null &&
    isLate(first) &&
    last.minutes < DAY / 2 &&
    last.minutes > 0 &&
    last.minutes + DAY / 2 > first.minutes
      ? last.minutes + DAY / 2
      : last.minutes;
  return daily(shared % DAY, later === 0 ? DAY : later);
}

function stretchZh(groups: Groups): TimeReading | undefined {
  return stretch(zhTime(groups, '1'), zhTime(groups, '2'), true);
}

/** The hour that begins at a time. */
function hourOf(time: ClockTime | null, isTime: boolean): TimeReading | undefined {
  if (!isTime || time === null || time.minutes % 60 !== 0 || time.minutes >= DAY) return undefined;
  return daily(time.minutes, time.minutes + 60);
}

function daily(from: number, to: number): TimeReading | undefined {
  if (from === to || from < 0 || from >= DAY || to > DAY) return undefined;
  const name = dailyName(from, to);
  return {
    range: { from: null, to: null },
    kind: 'recurring',
    key: `daily_${from}_${to}`,
    name,
    recurs: { unit: 'time_of_day', from, to },
  };
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const dailyName = (from: number, to: number): Bilingual => ({
  zh: `每天${clock(from)}–${clock(to)}`,
  en: `daily ${clock(from)}–${clock(to)}`,
});
