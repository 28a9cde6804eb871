/** Calendar days as `YYYY-MM-DD` text, without time zones. */

const DAY_MS = 86_400_000;

/** The day `count` days after `day`. */
export function addDays(day, count) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`. */
export function daysBetween(from, to) {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Same month and day `count` years earlier; 29 February becomes 28. */
export function yearsBefore(day, count) {
  const monthDay = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return `${Number(day.slice(0, 4)) - count}${monthDay}`;
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(day) {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Today in Shanghai, the time zone of the demo. */
export function todayInShanghai(now = new Date()) {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** A timestamptz literal in Shanghai; the city has had no daylight saving since 1991. */
export function shanghaiTime(day, secondOfDay) {
  const two = (n) => String(Math.floor(n)).padStart(2, '0');
  return `${day} ${two(secondOfDay / 3600)}:${two((secondOfDay / 60) % 60)}:${two(secondOfDay % 60)}+08`;
}
