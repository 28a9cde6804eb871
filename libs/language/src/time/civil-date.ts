/** A day of the proleptic Gregorian calendar as 'YYYY-MM-DD', without a time zone. */
export type CivilDate = string;

export interface YearMonthDay {
  year: number;
  /** 1–12 */
  month: number;
  /** 1–31 */
  day: number;
}

/**
 * Days since 1970-01-01. Algorithm: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil:
 * years begin in March, so that the leap day comes last.
 */
export function daysFromCivil({ year, month, day }: YearMonthDay): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `daysFromCivil` (Hinnant, civil_from_days). */
export function civilFromDays(days: number): YearMonthDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Throws a RangeError on anything but an existing day written YYYY-MM-DD. */
export function parseCivil(date: CivilDate): YearMonthDay {
  const parts = partsOf(date);
  if (parts === null) throw new RangeError(`not a day: ${date}`);
  return parts;
}

/** Whether a text is an existing day, written YYYY-MM-DD. */
export const isCivilDate = (text: string): boolean => partsOf(text) !== null;

function partsOf(text: string): YearMonthDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const parts = { year: Number(match?.[1]), month: Number(match?.[2]), day: Number(match?.[3]) };
  return match && isCivil(parts) ? parts : null;
}

/** Whether such a day exists; there is no year 0. */
export function isCivil({ year, month, day }: YearMonthDay): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * A day before year 1 or after year 9999, which four digits cannot express, becomes the first or the last valid day.
 */
export function formatCivil({ year, month, day }: YearMonthDay): CivilDate {
  if (year < 1) return '0001-01-01';
  if (year > 9999) return '9999-12-31';
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return formatCivil(civilFromDays(daysFromCivil(parseCivil(date)) + days));
}

/** Whole days from one date to another. */
export const daysBetween = (from: CivilDate, to: CivilDate): number =>
  daysFromCivil(parseCivil(to)) - daysFromCivil(parseCivil(from));

/** The same day `months` later, or the last day of a shorter month: March 31 less one month is February 28 or 29. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const { year, month, day } = parseCivil(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - toYear * 12 + 1;
  return formatCivil({ year: toYear, month: toMonth, day: Math.min(day, daysInMonth(toYear, toMonth)) });
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** 1 = Monday … 7 = Sunday. */
export function weekdayOf(date: CivilDate): number {
  const days = daysFromCivil(parseCivil(date)) + 3;
  return days - Math.floor(days / 7) * 7 + 1;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The asker's day at instant `now`. `timezone` is an IANA name; an unknown one throws a RangeError (from Intl). */
export function todayIn(timezone: string, now: Date): CivilDate {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}
