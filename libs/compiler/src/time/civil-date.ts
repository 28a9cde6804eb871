import { addDays as daysLater, addMonths, daysBetween as between, isCivilDate } from '@querent/language';
import { CompileError } from '../statement/compile-error';

export { isCivilDate };

/** The date `days` later. Throws `CompileError` for an invalid date. */
export const addDays = (date: string, days: number): string => daysLater(checked(date), days);

/** The same day of the previous year; 28 February for 29 February. */
export const yearBefore = (date: string): string => addMonths(checked(date), -12);

/** Number of days from one date to another. */
export const daysBetween = (from: string, to: string): number => between(checked(from), checked(to));

function checked(date: string): string {
  if (!isCivilDate(date)) throw new CompileError('bad_time', `"${date}" is not a date`);
  return date;
}
