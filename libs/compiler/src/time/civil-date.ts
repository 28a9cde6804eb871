import { CompileError } from '../statement/compile-error';

const CIVIL = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY = 86_400_000;

/** The date `days` later; throws for what is no calendar date. */
export function addDays(date: string, days: number): string {
  return new Date(timeOf(date) + days * DAY).toISOString().slice(0, 10);
}

/** The same day of the year before; the last of February where it has no 29th. */
export function yearBefore(date: string): string {
  const earlier = `${String(Number(date.slice(0, 4)) - 1).padStart(4, '0')}${date.slice(4)}`;
  return isCivilDate(earlier) ? earlier : addDays(`${earlier.slice(0, 7)}-28`, 0);
}

/** Whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / DAY;

export function isCivilDate(value: string): boolean {
  const match = CIVIL.exec(value);
  return match !== null && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
}

function timeOf(date: string): number {
  if (!isCivilDate(date)) throw new CompileError('bad_time', `"${date}" is not a date`);
  return Date.parse(`${date}T00:00:00Z`);
}
