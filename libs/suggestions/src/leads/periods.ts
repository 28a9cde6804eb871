import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { usualOrder } from '../changed-query';
import { type CalendarPeriod, daysBetween, daysOf, next, periodAt, previous } from '../periods/calendar-period';
import { isRelative, periodName } from '../periods/period-words';
import { periodLabel, timeColumn } from '../time-column';
import { isTimeFilter, periodOf, type TimeFilter } from '../wording/time-words';

/** The same compared with the previous period: 今年和去年对比. */
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
  const named = namedTime(asked);
  const period = named
    ? comparable(named.period, asked)
    : timeOf(asked) === undefined && mayBeDated(asked)
      ? periodAt(today, 'year')
      : null;
  if (!period) return;
  const filters = withoutTime(asked, named?.filter);
  const compare = {
    column: time.column,
    base: { ...daysOf(previous(period), today), label: '' },
    // A stored year has no days, so the current one does not end today.
    current: { ...(time.years ? { from: period.start, to: next(period).start } : daysOf(period, today)), label: '' },
  };
  yield { ...query, filters, compare, order: usualOrder({ ...query, compare }, model) };
}

/** The same for the next period if it has begun, and for the previous one. */
export function* anotherPeriod(asked: Asked): Generator<SemanticQuery> {
  const { query, today } = asked;
  const named = namedTime(asked);
  if (!named || query.compare) return;
  const { filter, period } = named;
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

/** The same over time: by day for up to two months, else by month; by year if only years are stored. */
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
  const timeFilter = timeOf(asked);
  if (!timeFilter && !mayBeDated(asked)) return;
  const grain = time.years ? undefined : timeFilter?.kind === 'time' ? grainFor(timeFilter) : 'month';
  if (grain === null) return;
  const dimensions = [{ label: periodLabel(grain ?? 'year', asked), column: time.column, ...(grain ? { grain } : {}) }];
  const others = time.years
    ? query.filters.filter(
        (filter) => filter !== timeFilter && !(filter.kind === 'latest' && filter.column.column === time.column.column),
      )
    : query.filters;
  const thisYear = {
    kind: 'time' as const,
    column: time.column,
    range: { ...daysOf(periodAt(today, 'year'), today), label: '' },
    negated: false,
  };
  const filters = time.years || timeFilter ? others : [...others, thisYear];
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

interface NamedTime {
  filter: TimeFilter;
  period: CalendarPeriod;
}

function namedTime(asked: Asked): NamedTime | null {
  const filter = timeOf(asked);
  const period = filter ? periodOf(filter, asked) : null;
  return filter && period ? { filter, period } : null;
}

function timeOf(asked: Asked): TimeFilter | undefined {
  return asked.query.filters.find((filter): filter is TimeFilter => isTimeFilter(filter, asked));
}

/**
 * A period that can be compared by name. Older weeks have no name, and comparing days is only natural for today and
 * yesterday.
 */
function comparable(period: CalendarPeriod, { today, locale }: Asked): CalendarPeriod | null {
  const before = previous(period);
  const bothRelative = isRelative(period, today) && isRelative(before, today);
  if (bothRelative || (period.unit !== 'day' && periodName(period, locale) !== null)) return period;
  const after = next(period);
  return after.start <= today ? after : null;
}

/**
 * Whether a period may be added to a question without one: only for events, which have no name column, not for things.
 * The number of customers "this year" would be that of new customers, which was not asked for.
 */
function mayBeDated({ query, model }: Asked): boolean {
  if (query.filters.some(({ kind }) => kind === 'exists')) return false;
  return !Object.values(model.tables[query.subject.name]?.columns ?? {}).some(({ role }) => role === 'name');
}

function withoutTime(asked: Asked, excluded: TimeFilter | undefined): SemanticQuery['filters'] {
  const time = timeColumn(asked);
  return asked.query.filters.filter(
    (filter) =>
      filter !== excluded && !(filter.kind === 'latest' && time?.years && filter.column.column === time.column.column),
  );
}

/** Grain with at least three and a legible number of points; null if there is none. */
function grainFor(filter: TimeFilter): 'day' | 'month' | null {
  if (filter.kind !== 'time' || filter.range.from === null || filter.range.to === null) return 'month';
  const days = daysBetween(filter.range.from, filter.range.to);
  return days < 3 ? null : days <= 62 ? 'day' : days <= 1100 ? 'month' : null;
}

function yearLike(filter: Extract<TimeFilter, { kind: 'compare' }>, { start }: CalendarPeriod): string | number {
  const year = start.slice(0, 4);
  return typeof filter.value === 'number' ? Number(year) : year;
}
