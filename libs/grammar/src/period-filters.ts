import type { ColumnRef, Filter } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { Facts } from './facts';
import type { PeriodUse, SetMeaning } from './meanings/rows-and-figures';

/** A period as a condition on a time column; whole years as numbers where the column stores years. */
export function periodFilter(facts: Facts, use: SetMeaning['periods'][number], column: ColumnRef): Filter {
  const { or = [], ...first } = use;
  if (or.length > 0) return { kind: 'or', filters: [first, ...or].map((one) => periodFilter(facts, one, column)) };
  if (use.recurs) return { kind: 'recurring', column, times: use.recurs, negated: use.negated };
  const stored = facts.column(column);
  const { from, to } = facts.isPlannedTime(column) ? wholePeriod(use) : use;
  if (stored && facts.isYear(column) && stored.category !== 'date' && stored.category !== 'timestamp') {
    const scalar = (year: number): string | number => (stored.category === 'text' ? String(year) : year);
    const first = from === null ? null : Number(from.slice(0, 4));
    const last = to === null ? null : Number(to.slice(0, 4)) - (to.endsWith('-01-01') ? 1 : 0);
    if (first !== null && last !== null) {
      if (first === last) return { kind: 'compare', column, op: use.negated ? '!=' : '=', value: scalar(first) };
      return { kind: 'between', column, from: scalar(first), to: scalar(last), negated: use.negated };
    }
    return { kind: 'compare', column, op: first === null ? '<=' : '>=', value: scalar(first ?? last ?? 0) };
  }
  const range: PeriodRange = { from, to, label: use.label.en, labels: use.label };
  return { kind: 'time', column, range, negated: use.negated };
}

/** In columns of future days, "this month" and "this year" mean the whole month and year, not only their past part. */
function wholePeriod({ key, from, to }: SetMeaning['periods'][number]): { from: string | null; to: string | null } {
  if (from === null || to === null) return { from, to };
  const months = ({ this_month: 1, this_quarter: 3, this_year: 12 } as Record<string, number>)[key];
  if (months !== undefined) {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return { from, to: new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10) };
  }
  return key === 'this_week'
    ? { from, to: new Date(Date.parse(from) + 7 * 86_400_000).toISOString().slice(0, 10) }
    : { from, to };
}

/** A query's time range, labelled in the question's language. */
export function labelledRange({ labels, ...range }: PeriodRange, locale: Locale): TimeRange {
  return labels ? { ...range, label: labels[locale] } : range;
}

/** The range of a period with a label in both languages. `labelledRange` chooses one when the query is complete. */
type PeriodRange = TimeRange & { labels?: PeriodUse['label'] };

type TimeRange = Extract<Filter, { kind: 'time' }>['range'];

/** Whether a column of years can express the period: whole years, and this year. */
export const isOfYears = ({ from, to, grain, key, recurs }: SetMeaning['periods'][number]): boolean =>
  recurs === undefined &&
  (key === 'this_year' ||
    grain === 'year' ||
    ((from === null || from.endsWith('-01-01')) && (to === null || to.endsWith('-01-01'))));

/**
 * The time column of an event for a period. A column of years cannot express a part of a year, but a single date column
 * of the table can.
 */
export function clockOf(facts: Facts, use: SetMeaning['periods'][number], clock: ColumnRef | null): ColumnRef | null {
  if (clock === null || !facts.isYear(clock) || facts.isDate(clock) || isOfYears(use)) return clock;
  const [date, ...more] = facts.dateColumns(clock.table);
  return date !== undefined && more.length === 0 ? date : null;
}

/**
 * The time column of the rows that tie two things together, or of the one event that they look up: what was bought last
 * year was part of an order of last year.
 */
export function clockOfPivot(facts: Facts, pivot: string, thing: string): ColumnRef | null {
  const own = facts.clock(pivot);
  if (own) return own;
  const [clock, ...others] = Object.keys(facts.model.tables).flatMap((other) => {
    const way = other === thing || !facts.isEvent(other) ? null : facts.way(pivot, other);
    return way?.kind === 'lookup' && way.steps === 1 ? (facts.clock(other) ?? []) : [];
  });
  return clock && others.length === 0 ? clock : null;
}
