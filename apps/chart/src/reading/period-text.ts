import type { Locale, OutputColumn } from '@querent/contracts';

type Grain = NonNullable<OutputColumn['grain']>;
interface CivilDate {
  year: number;
  month: number;
  day: number;
}

const monthsEn = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How a period is named: in a sentence, and (short) on an axis. */
const forms: Record<Grain, { zh: (d: CivilDate) => string; en: (d: CivilDate) => string; axis: (d: CivilDate) => string }> = {
  year: { zh: (d) => `${d.year}年`, en: (d) => String(d.year), axis: (d) => String(d.year) },
  quarter: { zh: (d) => `${d.year}年第${quarterOf(d)}季度`, en: (d) => `Q${quarterOf(d)} ${d.year}`, axis: (d) => `${d.year} Q${quarterOf(d)}` },
  month: { zh: (d) => `${d.year}年${d.month}月`, en: (d) => `${monthsEn[d.month - 1]} ${d.year}`, axis: (d) => `${d.year}-${two(d.month)}` },
  week: { zh: (d) => `${dayZh(d)}起的一周`, en: (d) => `the week of ${dayEn(d)}`, axis: dayIso },
  day: { zh: dayZh, en: dayEn, axis: dayIso },
};

/** `2025-03-01` with grain month → 2025年3月 / Mar 2025; a text that is no date stays itself. */
export function periodText(value: string, grain: Grain, locale: Locale): string {
  const date = dateOf(value);
  return date ? forms[grain][locale](date) : value;
}

/** `2025-03-01` with grain month → 2025-03, the same in both languages. */
export function periodOnAxis(value: string, grain: Grain): string {
  const date = dateOf(value);
  return date ? forms[grain].axis(date) : value;
}

/** A date or time without a grain: the day, and the minute where there is one. */
export function momentText(value: string, locale: Locale): string {
  const date = dateOf(value);
  if (!date) return value;
  const clock = /[T ](\d{2}:\d{2})/.exec(value)?.[1];
  const day = locale === 'zh' ? dayZh(date) : dayEn(date);
  return clock === undefined || clock === '00:00' ? day : `${day} ${clock}`;
}

/**
 * Every period from the first to the last, as ISO dates: an axis without the empty ones would draw
 * a steady line over a gap. Null where a value is no date or the axis would grow beyond 500.
 */
export function everyPeriod(values: readonly string[], grain: Grain): string[] | null {
  const days = values.map((value) => dateOf(value));
  if (days.length === 0 || days.some((day) => day === null)) return null;
  const sorted = days.flatMap((day) => (day ? [Date.UTC(day.year, day.month - 1, day.day)] : [])).sort((a, b) => a - b);
  const last = sorted.at(-1) ?? 0;
  const periods: string[] = [];
  for (let at = sorted[0] ?? 0; at <= last; at = next(at, grain)) {
    periods.push(new Date(at).toISOString().slice(0, 10));
    if (periods.length > 500) return null;
  }
  // Values off the grid (a database whose weeks begin on Sunday, say): draw what is there.
  return sorted.every((at) => periods.includes(new Date(at).toISOString().slice(0, 10))) ? periods : null;
}

/** The day of an ISO date, time, month or year. */
export function isoDay(value: string): string | null {
  const date = dateOf(value);
  return date && `${date.year}-${two(date.month)}-${two(date.day)}`;
}

const stepOf: Record<Grain, { months?: number; days?: number }> = { year: { months: 12 }, quarter: { months: 3 }, month: { months: 1 }, week: { days: 7 }, day: { days: 1 } };

function next(at: number, grain: Grain): number {
  const date = new Date(at);
  const { months = 0, days = 0 } = stepOf[grain];
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate() + days);
}

function dateOf(value: string): CivilDate | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ].*)?$/.exec(value);
  if (!match) return null;
  const [, year = '', month = '01', day = '01'] = match;
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function quarterOf(date: CivilDate): number {
  return Math.ceil(date.month / 3);
}
function two(value: number): string {
  return String(value).padStart(2, '0');
}
function dayZh(date: CivilDate): string {
  return `${date.year}年${date.month}月${date.day}日`;
}
function dayEn(date: CivilDate): string {
  return `${monthsEn[date.month - 1]} ${date.day}, ${date.year}`;
}
function dayIso(date: CivilDate): string {
  return `${date.year}-${two(date.month)}-${two(date.day)}`;
}
