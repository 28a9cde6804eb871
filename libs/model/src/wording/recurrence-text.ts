import type { Recurrence, TimePart } from '@querent/contracts';
import type { Locale } from '../semantic-model';
import { enumerate, say } from './words';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A condition on recurring times: "is on Mondays or Fridays", "is not between 09:00 and 11:00 of the day". */
export function recurrenceText(times: Recurrence, negated: boolean, locale: Locale): string {
  const not = say(locale, negated ? '不在' : '在', negated ? 'is not ' : 'is ');
  if (times.unit === 'time_of_day') {
    const [from, to] = [clock(times.from), clock(times.to)];
    return say(locale, `${not}每天${from}到${to}之间`, `${not}between ${from} and ${to} of the day`);
  }
  const names = times.values.map((value) => timePartName(times.unit, value, locale));
  if (times.unit === 'month')
    return say(locale, `${not}每年${names.join('或')}`, `${not}in ${anyOf(names)} of any year`);
  const together = TOGETHER[[...times.values].sort().join('')];
  const days = locale === 'zh' ? names.join('或') : anyOf(names.map((name) => `${name}s`));
  return say(
    locale,
    `${not}${together ? `${together.zh}（${enumerate(names, 'zh')}）` : days}`,
    `${not}${together ? `on ${together.en}` : `on ${days}`}`,
  );
}

/** Sets of weekdays that have a name. */
const TOGETHER: Readonly<Record<string, { zh: string; en: string }>> = {
  '67': { zh: '周末', en: 'weekends (Saturday and Sunday)' },
  '12345': { zh: '工作日', en: 'weekdays (Monday to Friday)' },
};

/** The name of a part of time: 周一, March, "09:00". */
export function timePartName(part: TimePart, value: number, locale: Locale): string {
  if (part === 'hour') return clock(value * 60);
  if (part === 'month') return say(locale, `${value}月`, MONTHS[value - 1] ?? '');
  return say(locale, `周${'一二三四五六日'.charAt(value - 1)}`, WEEKDAYS[value - 1] ?? '');
}

/** The names of all values of a part of time, by value. */
export function timePartNames(part: TimePart, locale: Locale): Record<string, string> {
  const [first, last] = { hour: [0, 23], weekday: [1, 7], month: [1, 12] }[part] as [number, number];
  return Object.fromEntries(
    Array.from({ length: last - first + 1 }, (_, at) => [String(first + at), timePartName(part, first + at, locale)]),
  );
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const anyOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
