import { columnTerm, type Term } from './term';

/** A bound of a time column. */
interface Bound {
  at: '>=' | '<';
  value: string;
}

/**
 * Converts "the year of x is 2025" or "x truncated to months is 2025-03-01" to bounds of x: from the first day, before
 * the day after the last. Null for anything else; other comparisons of a truncated time stay unchanged.
 */
export function periodBounds(subject: Term, op: string, value: string): { subject: Term; bounds: Bound[] } | null {
  const [column, ...others] = subject.reads;
  if (op !== '=' || !column || others.length > 0 || subject.aggregates.length > 0) return null;
  const cut = subject.part === 'year' ? 'year' : subject.grain;
  const first = cut === undefined ? null : firstDay(cut, value);
  const next = first === null || cut === undefined ? null : dayAfter(cut, first);
  if (first === null || next === null) return null;
  return {
    subject: columnTerm(column.table, column.column),
    bounds: [
      { at: '>=', value: first },
      { at: '<', value: next },
    ],
  };
}

function firstDay(cut: string, value: string): string | null {
  if (cut === 'year') return /^\d{4}$/.test(value) ? `${value}-01-01` : /^\d{4}-01-01$/.test(value) ? value : null;
  if (cut === 'month') {
    const [, year, month] = /^(\d{4})-?(\d{2})(?:-01)?$/.exec(value) ?? [];
    return year !== undefined && month !== undefined ? `${year}-${month}-01` : null;
  }
  return (cut === 'day' || cut === 'quarter' || cut === 'week') && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
}

const STEPS: Readonly<Record<string, readonly [years: number, months: number, days: number]>> = {
  year: [1, 0, 0],
  quarter: [0, 3, 0],
  month: [0, 1, 0],
  week: [0, 0, 7],
  day: [0, 0, 1],
};

function dayAfter(cut: string, first: string): string | null {
  const step = STEPS[cut];
  const [year, month, day] = first.split('-').map(Number);
  if (!step || year === undefined || month === undefined || day === undefined) return null;
  const next = new Date(Date.UTC(year + step[0], month - 1 + step[1], day + step[2]));
  return Number.isNaN(next.getTime()) ? null : next.toISOString().slice(0, 10);
}
