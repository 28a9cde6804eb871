import type { Grain, Locale } from '@querent/contracts';
import { formatDate } from '@querent/language';
import { type CalendarPeriod, periodAt, previous } from './calendar-period';

/** The period that goes on, and the one before it. */
const relative: Record<Grain, Record<Locale, readonly [string, string]>> = {
  year: { zh: ['今年', '去年'], en: ['this year', 'last year'] },
  quarter: { zh: ['本季度', '上季度'], en: ['this quarter', 'last quarter'] },
  month: { zh: ['本月', '上个月'], en: ['this month', 'last month'] },
  week: { zh: ['本周', '上周'], en: ['this week', 'last week'] },
  day: { zh: ['今天', '昨天'], en: ['today', 'yesterday'] },
};

/**
 * What a calendar period is called in a question: 去年 / last year, 2024年 / in 2024; null where it has no name (a week
 * long past).
 */
export function periodWords(period: CalendarPeriod, today: string, locale: Locale): string | null {
  const [current, last] = relative[period.unit][locale];
  const now = periodAt(today, period.unit);
  if (period.start === now.start) return current;
  if (period.start === previous(now).start) return last;
  return explicitWords(period, locale);
}

/** Its name by number, as two periods side by side are called: 2025年3月 / March 2025. */
export function periodName(period: CalendarPeriod, locale: Locale): string | null {
  return period.unit === 'week' ? null : formatDate(period.start, locale, period.unit);
}

/** Whether a period is one that words like 今年 and 去年 name. */
export function isRelative(period: CalendarPeriod, today: string): boolean {
  const now = periodAt(today, period.unit);
  return period.start === now.start || period.start === previous(now).start;
}

/** Words that name a unit; they tell 今年 from 本月 where both are the same days. */
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
