import type { ColumnRef, Grain, PeriodComparison } from '@querent/contracts';
import { addDays, type Locale } from '@querent/language';
import type { FigureMeaning, PeriodShift, PeriodUse } from '@querent/grammar';
import type { Context } from './empty-form';

/** The two periods that a figure compares; null without a time column or without one period to shift. */
export function comparison(
  { compare, periods }: FigureMeaning,
  column: ColumnRef | null,
  { facts, locale, today }: Context,
): PeriodComparison | null {
  if (compare === null || column === null) return null;
  // Recurring times cannot be compared with another period.
  const compared = 'base' in compare ? [compare.base, compare.current] : periods;
  if (compared.some(({ recurs }) => recurs !== undefined)) return null;
  const isByYear = facts.isYear(column) && !facts.isDate(column);
  // A column that only its stored values show to be a year cannot be compared.
  if (isByYear && !facts.column(column)?.isYear) return null;
  const whole = (range: PeriodComparison['base']): PeriodComparison['base'] => (isByYear ? wholeYears(range) : range);
  if ('base' in compare)
    return { column, base: whole(rangeOf(compare.base, locale)), current: whole(rangeOf(compare.current, locale)) };
  const [named = soFar(compare, today), ...more] = periods;
  if (!named || more.length > 0) return null;
  // "Since March" ends today.
  const current = named.to === null ? { ...named, to: addDays(today, 1) } : named;
  const now = whole(rangeOf(current, locale));
  const { against } = compare;
  if (against && against.grain === current.grain && against.from !== current.from) {
    const then = whole(rangeOf(against, locale));
    return (then.from ?? '') < (now.from ?? '')
      ? { column, base: then, current: now }
      : { column, base: now, current: then };
  }
  const base = shifted(current, compare);
  return base && { column, base: whole(base), current: now };
}

/** A year column cannot express a part of a year. */
function wholeYears({ from, to, label }: PeriodComparison['base']): PeriodComparison['base'] {
  const isWhole = to === null || to.endsWith('-01-01');
  return { from, to: isWhole ? to : `${Number(to.slice(0, 4)) + 1}-01-01`, label };
}

/** Compares this year with the one before if the question names no period. */
function soFar({ kind }: PeriodShift, today: string): PeriodUse | undefined {
  if (kind !== 'yoy') return undefined;
  const [year] = today.split('-');
  const label = { zh: `${year}年`, en: year ?? '' };
  const range = { from: `${year}-01-01`, to: addDays(today, 1), label };
  return { ...range, grain: 'year', relative: true, key: 'this_year', column: null, negated: false };
}

const rangeOf = ({ from, to, label }: PeriodUse, locale: Locale): PeriodComparison['base'] => ({
  from,
  to,
  label: label[locale],
});

function shifted({ from, to, grain }: PeriodUse, { kind, grain: by }: PeriodShift): PeriodComparison['base'] | null {
  if (from === null || to === null) return null;
  const months = kind === 'yoy' ? 12 : MONTHS[by ?? grain ?? 'day'];
  if (months !== undefined) return labelled(addMonths(from, -months), addMonths(to, -months));
  const days = (by ?? grain) === 'week' ? 7 : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return labelled(addDays(from, -days), addDays(to, -days));
}

const MONTHS: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 };

const labelled = (from: string, to: string): PeriodComparison['base'] => ({
  from,
  to,
  label: `${from} – ${addDays(to, -1)}`,
});

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
