import type { Span } from '../phrases/phrase-table';
import type { CivilDate } from './civil-date';

export type Grain = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Whole days: `from` is in, `to` is out; null is open. */
export interface DateRange {
  from: CivilDate | null;
  to: CivilDate | null;
}

export interface Bilingual {
  zh: string;
  en: string;
}

/**
 * Recurring times (周一, every March, weekends, after 6 pm), which no range can express. Weekdays 1 = Monday … 7 =
 * Sunday; months 1–12; times of day in minutes since midnight, `from` included and `to` excluded; a time of day with
 * `to` before `from` passes midnight.
 */
export type Recurrence =
  { unit: 'weekday' | 'month'; values: readonly number[] } | { unit: 'time_of_day'; from: number; to: number };

export interface TimeMatch extends Span {
  range: DateRange;
  grain?: Grain;
  /** `recurring` matches have a range without bounds. A caller that cannot filter by `recurs` must not ignore them. */
  kind: 'relative' | 'absolute' | 'recurring';
  /** The range in words with its dates, both ends included, to disclose in an answer. */
  label: Bilingual;
  /** Equal for equal meanings: 'last_year', 'past_30_days', '2025-Q3', 'since:2025-03', '2024-03..2024-05'. */
  key: string;
  recurs?: Recurrence;
  /** Whether a weekday may also mean the last one before today: on Monday, 周一. */
  orLast?: true;
}
