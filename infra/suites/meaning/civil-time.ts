import type { Grain, TimePart } from '@querent/contracts';
import type { EvaluationContext } from './evaluation-context';
import type { ColumnType, Value } from './random/world';

/** Civil days and periods in a time zone. */

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock time of an instant: `2025-01-01 00:30:00` in UTC is `2025-01-01 08:30:00` in Shanghai. */
export function wallClock(utc: string, timezone: string): string {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(timezone, clock);
  const parts = Object.fromEntries(
    clock.formatToParts(new Date(`${utc.replace(' ', 'T')}Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`;
}

/** A time in the question's zone. A `timestamp` without a zone is already wall-clock time. */
export function shownTime(
  { world, timezone, conventions }: Pick<EvaluationContext, 'world' | 'timezone' | 'conventions'>,
  value: Value,
  type: ColumnType,
): Value {
  if (typeof value !== 'string') return value;
  if (type === 'timestamp' && !conventions.keepsWallClock) return wallClock(instantOf(value, world.timezone), timezone);
  return type === 'timestamptz' ? wallClock(value, timezone) : value;
}

/** The UTC instant of a wall-clock time in the zone. */
function instantOf(shown: string, timezone: string): string {
  const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
  const written = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  return written(2 * asUtc(shown) - asUtc(wallClock(shown, timezone)));
}

/** The first day of the period that contains a day. Weeks begin on Monday. */
export function periodStart(day: string, grain: Grain): string {
  const [year = '', month = ''] = day.split('-');
  switch (grain) {
    case 'day':
      return day;
    case 'week': {
      const date = new Date(`${day}T00:00:00Z`);
      return addDays(day, -((date.getUTCDay() + 6) % 7));
    }
    case 'month':
      return `${year}-${month}-01`;
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${year}-01-01`;
  }
}

/** The hour, the day of the week (Monday is 1) or the month of a wall-clock time. */
export function partOfTime(shown: string, part: TimePart): number {
  if (part === 'hour') return Number(/[ T](\d\d)/.exec(shown)?.[1] ?? 0);
  if (part === 'month') return Number(shown.slice(5, 7));
  return new Date(`${shown.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * The first day of the previous period, or the same day a year earlier; 29 February becomes 28 February.
 */
export function earlierPeriod(day: string, grain: Grain): string {
  if (grain === 'day' || grain === 'week') return addDays(day, grain === 'day' ? -1 : -7);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = { month: 1, quarter: 3, year: 12 }[grain];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
