import { todayIn } from '@querent/language';

/** Most time zones cached; clients choose the zones. */
const MAX_ZONES = 1_000;
const dates = new Map<string, { minute: number; date: string }>();

/**
 * `todayIn`, cached by time zone for the current minute. Computing the date takes a quarter of the time of a cached
 * answer. Offsets are whole minutes, so no date changes within a minute.
 */
export function cachedTodayIn(timezone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / 60_000);
  const known = dates.get(timezone);
  if (known?.minute === minute) return known.date;
  if (dates.size >= MAX_ZONES) dates.clear();
  const date = todayIn(timezone, at);
  dates.set(timezone, { minute, date });
  return date;
}
