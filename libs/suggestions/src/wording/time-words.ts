import type { Filter } from '@querent/contracts';
import type { Asked } from '../asked';
import { type CalendarPeriod, periodAt, periodsOf } from '../periods/calendar-period';
import { periodWords, unitWords } from '../periods/period-words';
import { ownWords } from './own-words';

/** A time condition: a range of a time column, or one year of a column of years. */
export type TimeFilter = Extract<Filter, { kind: 'time' | 'compare' }>;

export function isTimeFilter(filter: Filter, { model }: Pick<Asked, 'model'>): filter is TimeFilter {
  if (filter.kind === 'time') return !filter.negated;
  return (
    filter.kind === 'compare' &&
    filter.op === '=' &&
    (model.tables[filter.column.table]?.columns[filter.column.column]?.isYear ?? false)
  );
}

/**
 * The calendar period that a condition covers, whole or up to today; null for other ranges (the last 30 days, since
 * March).
 */
export function periodOf(filter: TimeFilter, asked: Asked): CalendarPeriod | null {
  if (filter.kind === 'compare')
    return /^(19|20)\d{2}$/.test(String(filter.value)) ? periodAt(`${String(filter.value)}-01-01`, 'year') : null;
  const fitting = periodsOf(filter.range, asked.today);
  const words = filter.span?.text ?? '';
  return fitting.find(({ unit }) => unitWords[unit].test(words)) ?? fitting[0] ?? null;
}

/** Time in the asker's words, else in plain words; null if there are none. */
export function timeWords(filter: TimeFilter, asked: Asked): string | null {
  const own = ownWords(asked, filter.span);
  if (own) return asked.locale === 'en' ? withPreposition(own.before, own.words) : own.words;
  const period = periodOf(filter, asked);
  if (period) return periodWords(period, asked.today, asked.locale);
  return filter.kind === 'time' ? plainLabel(filter.range.label, asked) : null;
}

function withPreposition(before: string, words: string): string {
  return `${/(?:^|\s)((?:in|on|during|for|within|over|from) (?:the )?)$/i.exec(before)?.[1] ?? ''}${words}`;
}

/** The label of a range without its explicit dates: 最近30天（2026-10-23 至 2026-11-21） → 最近30天. */
function plainLabel(label: string, { locale }: Asked): string | null {
  const plain = label.replace(/（.*?）|\s*\(.*?\)/g, '').trim();
  if (plain === '' || /\d{4}-\d{2}-\d{2}/.test(plain)) return null;
  return locale === 'en' && /^(?:last|past) \d/.test(plain) ? `in the ${plain}` : plain;
}
