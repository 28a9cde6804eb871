import type { PeriodComparison } from '@querent/contracts';
import type { Asked } from '../asked';
import { type CalendarPeriod, periodsOf, previous } from '../periods/calendar-period';
import { isRelative, periodName, periodWords } from '../periods/period-words';

/** Words for two compared periods: 今年 and 去年, or 2025年 and 2024年. */
export interface ComparedWords {
  current: string;
  base: string;
}

/**
 * Relative and explicit words for two periods, if they exist; both are tried, because 今年 ends today and 2026年 does not.
 */
export function comparedWords({ today, locale }: Asked, { current, base }: PeriodComparison): ComparedWords[] {
  const period = periodsOf(current, today).find((one) => base.from === previous(one).start && base.to === current.from);
  if (!period) return [];
  const before = previous(period);
  const all: ComparedWords[] = [];
  const add = (name: (one: CalendarPeriod) => string | null, lead: string): void => {
    const [currentName, baseName] = [name(period), name(before)];
    if (currentName !== null && baseName !== null) all.push({ current: `${lead}${currentName}`, base: baseName });
  };
  if (isRelative(period, today) && isRelative(before, today)) add((one) => periodWords(one, today, locale), '');
  add((one) => periodName(one, locale), locale === 'en' ? 'in ' : '');
  return all;
}
