import type { Grain, Locale } from '@querent/contracts';
import { formatDate } from '@querent/language';
import { type CalendarPeriod, periodAt, previous } from './calendar-period';

/** Words for the current and the previous period. */
const relative: Record<Grain, Record<Locale, readonly [string, string]>> = {
  year: { zh: ['今年', '去年'], en: ['this year', 'last year'] },
  quarter: { zh: ['本季度', '上季度'], en: ['this quarter', 'last quarter'] },
  month: { zh: ['本月', '上个月'], en: ['this month', 'last month'] },
  week: { zh: ['本周', '上周'], en: ['this week', 'last week'] },
  day: { zh: ['今天', '昨天'], en: ['today', 'yesterday'] },
};

/**
 * Words for a calendar period in a question: 去年 / last year, 2024年 / in 2024; null if it has no name (an older week).
 */
export function periodWords(period: CalendarPeriod, today: string, locale: Locale): string | null {
  const [current, last] = relative[period.unit][locale];
  const now = periodAt(today, period.unit);
  if (period.start === now.start) return current;
  if (period.start === previous(now).start) return last;
  return explicitWords(period, locale);
}

/** Explicit name of a period, as used in comparisons: 2025年3月 / March 2025. */
export function periodName(period: CalendarPeriod, locale: Locale): string | null {
  return period.unit === 'week' ? null : formatDate(period.start, locale, period.unit);
}

/** Whether relative words such as 今年 and 去年 can name a period. */
export function isRelative(period: CalendarPeriod, today: string): boolean {
  const now = periodAt(today, period.unit);
  return period.start === now.start || period.start === previous(now).start;
}

/** Words that name a unit; they distinguish 今年 from 本月 if both cover the same days. */
export const unitWords: Record<Grain, RegExp> = {
  year: /年|year|^\d{4}$/i,
  quarter: /季|quarter|q[1-4]/i,
  month: /月|month/i,
  week: /周|星期|week/i,
  day: /天|日|day/i,
};

function explicitWords(period: CalendarPeriod, locale: Locale): string | null {
  const name = periodName(period, locale);
  if (name === null || locale === 'zh') return name;
  return `${period.unit === 'day' ? 'on' : 'in'} ${name}`;
}
