import type { Filter, Grain, Grouping, SemanticQuery } from '@querent/contracts';
import { addDays, daysBetween } from './civil-date';
import type { CompileContext } from '../statement/compile-context';
import { quoteLiteral } from '../statement/quoting';
import { recurrenceOfDay } from './recurrence-sql';
import { timeKindOf } from './time-sql';

/**
 * `SELECT` of every period of a trend. Undefined unless the query has a single time dimension with a grain and a
 * bounded range on the same column, and for too many periods.
 */
export function periodSpineSql(ctx: CompileContext, query: SemanticQuery): string | undefined {
  const [dimension, ...others] = query.dimensions;
  if (!dimension || others.length > 0 || query.compare || query.measures.length === 0) return undefined;
  return periodsSql(ctx, dimension, query.filters, { alias: 'k1', most: Math.min(ctx.options.maxRows, MAX_PERIODS) });
}

/** `SELECT` of every period of a grouping by time within the range of the conditions; undefined without a range. */
export function periodsSql(
  ctx: CompileContext,
  grouping: Grouping,
  filters: readonly Filter[],
  { alias, most }: { alias: string; most: number },
): string | undefined {
  const column = ctx.column(grouping.column);
  if (!grouping.grain || !timeKindOf(column) || column.isYear) return undefined;
  const range = boundedRange(ctx, filters, grouping);
  if (!range) return undefined;
  const last = addDays(range.to, -1);
  if (last < range.from || daysBetween(range.from, last) / DAYS_IN[grouping.grain] > most) return undefined;
  const grain = quoteLiteral(grouping.grain);
  const start = `date_trunc(${grain}, ${ctx.params.bind(range.from, 'timestamp')})`;
  const step = `interval ${quoteLiteral(STEP[grouping.grain])}`;
  const periods = `SELECT generate_series(${start}, ${ctx.params.bind(last, 'timestamp')}, ${step})::date AS ${alias}`;
  const kept = filters.flatMap((filter) => keptPeriods(ctx, filter, grouping, alias));
  return kept.length === 0 ? periods : `SELECT ${alias} FROM (${periods}) AS p WHERE ${kept.join(' AND ')}`;
}

/** The conditions that remove periods which a recurrence excludes, such as weekdays if weekends are asked about. */
function keptPeriods(ctx: CompileContext, filter: Filter, { column, grain }: Grouping, alias: string): string[] {
  if (filter.kind !== 'recurring' || ctx.column(filter.column) !== ctx.column(column)) return [];
  const isWhole = grain === 'day' || (grain === 'month' && filter.times.unit === 'month');
  const condition = isWhole ? recurrenceOfDay(alias, filter.times) : null;
  return condition === null ? [] : [filter.negated ? `NOT (${condition})` : condition];
}

const MAX_PERIODS = 1100;
const DAYS_IN: Readonly<Record<Grain, number>> = { day: 1, week: 7, month: 28, quarter: 89, year: 365 };
/** The interval from one period to the next. */
export const STEP: Readonly<Record<Grain, string>> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
};

/** The intersection of the requested ranges. It ends at the latest with today. */
function boundedRange(
  ctx: CompileContext,
  filters: readonly Filter[],
  grouping: Grouping,
): { from: string; to: string } | undefined {
  const column = ctx.column(grouping.column);
  const ranges = filters.flatMap((filter) => {
    if (filter.kind !== 'time' || filter.negated) return [];
    const { table, name } = ctx.column(filter.column);
    return table === column.table && name === column.name ? [filter.range] : [];
  });
  const from = ranges
    .map((range) => range.from)
    .filter((day) => day !== null)
    .sort()
    .at(-1);
  if (from === undefined) return undefined;
  const { today, modelToday = today } = ctx.options;
  const tomorrow = addDays(timeKindOf(column) === 'timestamp' ? modelToday : today, 1);
  const [to] = [...ranges.map((range) => range.to).filter((day) => day !== null), tomorrow].sort();
  return to === undefined ? undefined : { from, to };
}
