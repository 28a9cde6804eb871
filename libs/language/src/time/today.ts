import type { CivilDate } from './civil-date';

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
