import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { usualOrder } from '../changed-query';
import { type CalendarPeriod, daysBetween, daysOf, next, periodAt, previous } from '../periods/calendar-period';
import { isRelative, periodName } from '../periods/period-words';
import { periodLabel, timeColumn } from '../time-column';
import { isTimeFilter, periodOf, type TimeFilter } from '../wording/time-words';

/** The same beside the period before: 今年和去年对比. */
export function* besideLastPeriod(asked: Asked): Generator<SemanticQuery> {
  const { query, today, model } = asked;
  if (query.compare || query.measures.length === 0 || query.limit !== null || query.measures.some(({ share }) => share))
    return;
  const time = timeColumn(asked);
  if (
    !time ||
    query.dimensions.some(({ grain, column }) => grain ?? (time.years && column.column === time.column.column))
  )
    return;
  const told = toldTime(asked);
  const period = told
    ? comparable(told.period, asked)
    : timeOf(asked) === undefined && mayBeDated(asked)
      ? periodAt(today, 'year')
      : null;
  if (!period) return;
  const filters = withoutTime(asked, told?.filter);
  const compare = {
    column: time.column,
    base: { ...daysOf(previous(period), today), label: '' },
    current: { ...daysOf(period, today), label: '' },
  };
  yield { ...query, filters, compare, order: usualOrder({ ...query, compare }, model) };
}

/** The same about the next period where it has begun, else about the one before. */
export function* anotherPeriod(asked: Asked): Generator<SemanticQuery> {
  const { query, today } = asked;
  const told = toldTime(asked);
  if (!told || query.compare) return;
  const { filter, period } = told;
  const after = next(period);
  for (const other of after.start <= today ? [after, previous(period)] : [previous(period)]) {
    const { span: _words, ...bare } = filter;
    const changed: TimeFilter =
      bare.kind === 'time'
        ? { ...bare, range: { ...daysOf(other, today), label: '' } }
        : { ...bare, value: yearLike(bare, other) };
    yield { ...query, filters: query.filters.map((one) => (one === filter ? changed : one)) };
  }
}

/** The same over time: by days within a month, else by months; years where only years are kept. */
export function* overTime(asked: Asked): Generator<SemanticQuery> {
  const { query, today, model } = asked;
  const [measure] = query.measures;
  const time = timeColumn(asked);
  if (
    !measure ||
    !time ||
    measure.share ||
    query.compare ||
    query.near ||
    query.limit !== null ||
    query.dimensions.some(({ grain, column }) => grain ?? column.column === time.column.column)
  )
    return;
  const told = timeOf(asked);
  if (!told && !mayBeDated(asked)) return;
  const grain = time.years ? undefined : told?.kind === 'time' ? grainFor(told) : 'month';
  if (grain === null) return;
  const dimensions = [{ label: periodLabel(grain ?? 'year', asked), column: time.column, ...(grain ? { grain } : {}) }];
  const others = time.years
    ? query.filters.filter(
        (filter) => filter !== told && !(filter.kind === 'latest' && filter.column.column === time.column.column),
      )
    : query.filters;
  const thisYear = {
    kind: 'time' as const,
    column: time.column,
    range: { ...daysOf(periodAt(today, 'year'), today), label: '' },
    negated: false,
  };
  const filters = time.years || told ? others : [...others, thisYear];
  const measures = query.measures.slice(0, 2);
  yield {
    ...query,
    measures,
    dimensions,
    filters,
    order: usualOrder({ measures, dimensions, compare: null }, model),
    having: [],
  };
}

interface ToldTime {
  filter: TimeFilter;
  period: CalendarPeriod;
}

function toldTime(asked: Asked): ToldTime | null {
  const filter = timeOf(asked);
  const period = filter ? periodOf(filter, asked) : null;
  return filter && period ? { filter, period } : null;
}

function timeOf(asked: Asked): TimeFilter | undefined {
  return asked.query.filters.find((filter): filter is TimeFilter => isTimeFilter(filter, asked));
}

/** Two periods need names: a week long past has none, and a day is not compared but looked at. */
function comparable(period: CalendarPeriod, { today, locale }: Asked): CalendarPeriod | null {
  const before = previous(period);
  const bothRelative = isRelative(period, today) && isRelative(before, today);
  if (bothRelative || (period.unit !== 'day' && periodName(period, locale) !== null)) return period;
  const after = next(period);
  return after.start <= today ? after : null;
}

/**
 * Whether a time may be set where none was: of what happens, not of what is there. The number of customers "this year"
 * would be that of the new ones, which nobody asked about; things have names, events have none.
 */
function mayBeDated({ query, model }: Asked): boolean {
  if (query.filters.some(({ kind }) => kind === 'exists')) return false;
  return !Object.values(model.tables[query.subject.name]?.columns ?? {}).some(({ role }) => role === 'name');
}

function withoutTime(asked: Asked, told: TimeFilter | undefined): SemanticQuery['filters'] {
  const time = timeColumn(asked);
  return asked.query.filters.filter(
    (filter) =>
      filter !== told && !(filter.kind === 'latest' && time?.years && filter.column.column === time.column.column),
  );
}

/** A trend needs at least three points, and no more than can be read. */
function grainFor(filter: TimeFilter): 'day' | 'month' | null {
  if (filter.kind !== 'time' || filter.range.from === null || filter.range.to === null) return 'month';
  const days = daysBetween(filter.range.from, filter.range.to);
  return days < 3 ? null : days <= 62 ? 'day' : days <= 1100 ? 'month' : null;
}

function yearLike(filter: Extract<TimeFilter, { kind: 'compare' }>, { start }: CalendarPeriod): string | number {
  const year = start.slice(0, 4);
  return typeof filter.value === 'number' ? Number(year) : year;
}
