const DAY_MS = 24 * 3_600_000;

/** A day in UTC, `YYYY-MM-DD`. @param time ms since 1970 */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @param day `YYYY-MM-DD` */
export const daysAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * The day on which a run with this id was asked, by the clock of the gateway that made the id; null for an id without a
 * time. A replayed run, `<id>_<n>`, has the time of the first one.
 */
export function dayOfId(id: string): string | null {
  const time = Number.parseInt(/^q([0-9a-z]{9})/.exec(id)?.[1] ?? '', 36);
  return Number.isFinite(time) && time < 8.64e15 ? dayOf(time) : null;
}
