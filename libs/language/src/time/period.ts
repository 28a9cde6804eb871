import { addDays, addMonths, daysInMonth, formatCivil, parseCivil, weekdayOf } from './civil-date';
import type { CivilDate } from './civil-date';
import type { Grain } from './time-match';

/** A bounded period of whole days: `from` is included, `to` is excluded. */
export interface Period {
  from: CivilDate;
  to: CivilDate;
}

export function dayPeriod(date: CivilDate): Period {
  return { from: date, to: addDays(date, 1) };
}

export function monthPeriod(year: number, month: number, months = 1): Period {
  const from = formatCivil({ year, month, day: 1 });
  return { from, to: addMonths(from, months) };
}

export function quarterPeriod(year: number, quarter: number): Period {
  return monthPeriod(year, quarter * 3 - 2, 3);
}

export function yearPeriod(year: number): Period {
  return monthPeriod(year, 1, 12);
}

/** A third of a month (上旬, 中旬, 下旬): days 1–10, 11–20, 21–end. `third` is 0, 1 or 2. */
export function monthThird(year: number, month: number, third: number): Period {
  const last = third === 2 ? daysInMonth(year, month) : third * 10 + 10;
  const from = formatCivil({ year, month, day: third * 10 + 1 });
  return { from, to: addDays(formatCivil({ year, month, day: last }), 1) };
}

/** The whole calendar unit `offset` units from the one that contains `today`. Weeks begin on Monday. */
export function unitPeriod(grain: Grain, offset: number, today: CivilDate): Period {
  const { year, month } = parseCivil(today);
  if (grain === 'day') return dayPeriod(addDays(today, offset));
  if (grain === 'week') {
    const monday = addDays(today, 1 - weekdayOf(today) + 7 * offset);
    return { from: monday, to: addDays(monday, 7) };
  }
  if (grain === 'year') return yearPeriod(year + offset);
  const length = grain === 'quarter' ? 3 : 1;
  const first = formatCivil({ year, month: month - ((month - 1) % length), day: 1 });
  const from = addMonths(first, length * offset);
  return { from, to: addMonths(from, length) };
}

/** Length of one unit, for periods that end today. */
const STRETCH: Readonly<Record<Grain, { days: number } | { months: number }>> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/** The `count` units that end with `today`: N days are N whole days; N months begin after the same day N months ago. */
export function pastPeriod(grain: Grain, count: number, today: CivilDate): Period {
  const length = STRETCH[grain];
  const to = addDays(today, 1);
  if ('days' in length) return { from: addDays(to, -length.days * count), to };
  return { from: addDays(addMonths(today, -length.months * count), 1), to };
}

/** From today to the day `count` units ahead, both included. */
export function comingPeriod(grain: Grain, count: number, today: CivilDate): Period {
  const length = STRETCH[grain];
  const last = 'days' in length ? addDays(today, length.days * count) : addMonths(today, length.months * count);
  return { from: today, to: addDays(last, 1) };
}

/** The day `count` units before `today`. */
export function daysAgo(grain: Grain, count: number, today: CivilDate): CivilDate {
  const length = STRETCH[grain];
  return 'days' in length ? addDays(today, -length.days * count) : addMonths(today, -length.months * count);
}
