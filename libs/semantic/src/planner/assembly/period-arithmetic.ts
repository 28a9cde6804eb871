import type { Locale } from '../../model/semantic-model';

const DAY = 86_400_000;

export function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The same day in another year; 29 February becomes the 28th where there is none. */
export function shiftYears(date: string, years: number): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const shifted = String(Number(year) + years);
  if (month === '02' && day === '29') return new Date(Date.UTC(Number(shifted), 2, 0)).toISOString().slice(0, 10);
  return `${shifted}-${month}-${day}`;
}

/** The first of the month that lies so many months later. */
export function shiftMonths(date: string, months: number): string {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);
}

/** A range for the reader, last day included: whole years and months by name. */
export function daysLabel(from: string, to: string, locale: Locale): string {
  const year = from.slice(0, 4);
  const last = shiftDays(to, -1);
  if (from.endsWith('-01-01') && to === `${Number(year) + 1}-01-01`) return locale === 'zh' ? `${year}年` : year;
  return locale === 'zh' ? `${from} 至 ${last}` : `${from} to ${last}`;
}
