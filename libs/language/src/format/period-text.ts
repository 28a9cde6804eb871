import type { Locale, OutputColumn } from '@querent/contracts';
import { formatDate } from './format-date';

type Grain = NonNullable<OutputColumn['grain']>;
interface CivilDate {
  year: number;
  month: number;
  day: number;
}

/** Labels of periods on an axis. */
const onAxis: Record<Grain, (d: CivilDate) => string> = {
  year: (d) => String(d.year),
  quarter: (d) => `${d.year} Q${Math.ceil(d.month / 3)}`,
  month: (d) => `${d.year}-${two(d.month)}`,
  week: dayIso,
  day: dayIso,
};

/** `2025-03-01` with grain month → 2025年3月 / March 2025. A text that is not a date is returned unchanged. */
export function periodText(value: string, grain: Grain, locale: Locale): string {
  const day = isoDay(value);
  return day === null ? value : formatDate(day, locale, grain);
}

/** `2025-03-01` with grain month → 2025-03, the same in both languages. */
export function periodOnAxis(value: string, grain: Grain): string {
  const date = dateOf(value);
  return date ? onAxis[grain](date) : value;
}

/** A date or time without a grain: the day, and the minute where there is one. */
export function momentText(value: string, locale: Locale): string {
  const iso = isoDay(value);
  if (iso === null) return value;
  const clock = /[T ](\d{2}:\d{2})/.exec(value)?.[1];
  const day = formatDate(iso, locale);
  return clock === undefined || clock === '00:00' ? day : `${day} ${clock}`;
}

/**
 * Every period from the first to the last, as ISO dates. An axis without the empty periods would draw a steady line
 * over a gap. Null if a value is not a date or the axis would exceed 500 periods.
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
  // Values off the grid, for example in a database whose weeks begin on Sunday: draw the values alone.
  return sorted.every((at) => periods.includes(new Date(at).toISOString().slice(0, 10))) ? periods : null;
}

/** The first day after a period that begins on `start`; null if `start` is not a date. */
export function periodEnd(start: string, grain: Grain): string | null {
  const day = isoDay(start);
  return day && new Date(next(Date.parse(`${day}T00:00:00Z`), grain)).toISOString().slice(0, 10);
}

/** The day of an ISO date, time, month or year. */
export function isoDay(value: string): string | null {
  const date = dateOf(value);
  return date && dayIso(date);
}

const stepOf: Record<Grain, { months?: number; days?: number }> = {
  year: { months: 12 },
  quarter: { months: 3 },
  month: { months: 1 },
  week: { days: 7 },
  day: { days: 1 },
};

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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
function dayIso(date: CivilDate): string {
  return `${date.year}-${two(date.month)}-${two(date.day)}`;
}
