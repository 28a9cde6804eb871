import type { DateRange, Grain } from '@querent/contracts';
import { periodEnd } from '@querent/language';

/** A calendar period, identified by its first day: 2026-04-01 with unit quarter is the second quarter of 2026. */
export interface CalendarPeriod {
  unit: Grain;
  start: string;
}

/** Range of days; `to` is exclusive. */
type Days = Pick<DateRange, 'from' | 'to'>;

const longestFirst: readonly Grain[] = ['year', 'quarter', 'month', 'week', 'day'];
const dayMs = 86_400_000;

/** The period that contains a day. */
export function periodAt(day: string, unit: Grain): CalendarPeriod {
  const [year = 0, month = 1] = day.split('-').map(Number);
  if (unit === 'day') return { unit, start: day };
  if (unit === 'week') return { unit, start: shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)) };
  const first = { year: 1, quarter: Math.floor((month - 1) / 3) * 3 + 1, month }[unit];
  return { unit, start: `${String(year).padStart(4, '0')}-${String(first).padStart(2, '0')}-01` };
}

/** Days of a period up to today: the current period ends today. */
export function daysOf(period: CalendarPeriod, today: string): { from: string; to: string } {
  const end = endOf(period);
  const tomorrow = shifted(today, 1);
  return { from: period.start, to: period.start <= today && tomorrow < end ? tomorrow : end };
}

export function previous({ unit, start }: CalendarPeriod): CalendarPeriod {
  return periodAt(shifted(start, -1), unit);
}

export function next(period: CalendarPeriod): CalendarPeriod {
  return { unit: period.unit, start: endOf(period) };
}

/**
 * Calendar periods that cover exactly the range, whole or up to today, longest first. On 15 January, this year and this
 * month cover the same days; the words of the question decide.
 */
export function periodsOf(range: Days, today: string): CalendarPeriod[] {
  const { from, to } = range;
  if (from === null || to === null) return [];
  return longestFirst
    .map((unit) => periodAt(from, unit))
    .filter((period) => period.start === from && (daysOf(period, today).to === to || endOf(period) === to));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function endOf({ unit, start }: CalendarPeriod): string {
  return periodEnd(start, unit) ?? start;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
