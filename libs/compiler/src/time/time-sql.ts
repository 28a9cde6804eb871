import type { DateRange, Grain } from '@querent/contracts';
import type { ModelColumn } from '@querent/model';
import { addDays, isCivilDate } from './civil-date';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { quoteLiteral } from '../statement/quoting';
import { safeCast } from '../rows/safe-cast';

/** How a column tells time; undefined when it does not. */
export type TimeKind = 'date' | 'timestamp' | 'timestamptz' | 'year';

export function timeKindOf(column: ModelColumn): TimeKind | undefined {
  if (column.isYear) return 'year';
  if (column.category === 'date' || column.cast?.to === 'date') return 'date';
  if (column.cast?.to === 'timestamp') return 'timestamp';
  if (column.category === 'timestamp')
    return /with time zone|timestamptz/.test(column.type) ? 'timestamptz' : 'timestamp';
  return undefined;
}

/** Half-open condition that an index on the bare column can serve; 'TRUE' when both sides are open. */
export function rangeCondition(ctx: CompileContext, column: ModelColumn, columnSql: string, range: DateRange): string {
  const kind = timeKindOf(column);
  if (!kind) throw new CompileError('bad_time', `"${column.table}.${column.name}" does not tell time`);
  if (kind === 'year') return yearCondition(ctx, column, columnSql, range);
  const value = safeCast(column, columnSql);
  const parts = [
    ...(range.from === null ? [] : [`${value} >= ${dayStart(ctx, kind, range.from)}`]),
    ...(range.to === null ? [] : [`${value} < ${dayStart(ctx, kind, range.to)}`]),
  ];
  return parts.join(' AND ') || 'TRUE';
}

/** The first moment of a civil day, typed like the column. */
export function dayStart(ctx: CompileContext, kind: Exclude<TimeKind, 'year'>, day: string): string {
  if (!isCivilDate(day)) throw new CompileError('bad_time', `"${day}" is not a date`);
  if (kind === 'date') return ctx.params.bind(day, 'date');
  const start = ctx.params.bind(day, 'timestamp');
  return kind === 'timestamp' ? start : `(${start} AT TIME ZONE ${zone(ctx)})`;
}

/** The value as a civil date in the asker's zone (the first of January for a year number). */
export function civilDateSql(ctx: CompileContext, column: ModelColumn, columnSql: string): string {
  switch (timeKindOf(column)) {
    case 'date':
      return safeCast(column, columnSql);
    case 'timestamp':
      return `(${safeCast(column, columnSql)})::date`;
    case 'timestamptz':
      return `(${columnSql} AT TIME ZONE ${zone(ctx)})::date`;
    case 'year':
      return `make_date(nullif(${yearSql(column, columnSql)}, 0)::integer, 1, 1)`;
    default:
      throw new CompileError('bad_time', `"${column.table}.${column.name}" does not tell time`);
  }
}

/** The value as wall-clock time of the asker's zone; a column that knows only days has none. */
export function civilMomentSql(ctx: CompileContext, column: ModelColumn, columnSql: string): string {
  const kind = timeKindOf(column);
  if (kind === 'timestamp') return safeCast(column, columnSql);
  if (kind === 'timestamptz') return `(${columnSql} AT TIME ZONE ${zone(ctx)})`;
  throw new CompileError(
    kind ? 'bad_grain' : 'bad_time',
    `"${column.table}.${column.name}" does not tell the time of the day`,
  );
}

/** The first day of the period that the value lies in. */
export function grainSql(ctx: CompileContext, column: ModelColumn, columnSql: string, grain: Grain): string {
  const kind = timeKindOf(column);
  if (kind === 'year' && grain !== 'year')
    throw new CompileError('bad_grain', `"${column.table}.${column.name}" knows only years`);
  const day = civilDateSql(ctx, column, columnSql);
  return grain === 'day' || kind === 'year' ? day : `date_trunc(${quoteLiteral(grain)}, ${day}::timestamp)::date`;
}

/** The year as a number; text that is no year is NULL. */
export function yearSql(column: ModelColumn, columnSql: string): string {
  if (column.category !== 'text') return columnSql;
  return `CASE WHEN btrim(${columnSql}) ~ '^[0-9]{4}$' THEN btrim(${columnSql})::integer END`;
}

export const zone = (ctx: CompileContext): string => quoteLiteral(ctx.options.timezone);

/**
 * A year number can only say whole years. A range must begin on a first of January and end on one,
 * or today (this year so far); anything finer would answer for more time than was asked.
 */
function yearCondition(ctx: CompileContext, column: ModelColumn, columnSql: string, range: DateRange): string {
  const year = yearSql(column, columnSql);
  const parts: string[] = [];
  if (range.from !== null) {
    if (!range.from.endsWith('-01-01'))
      throw new CompileError('bad_grain', `"${column.table}.${column.name}" knows only years`);
    parts.push(`${year} >= ${ctx.params.bind(Number(range.from.slice(0, 4)), 'integer')}`);
  }
  if (range.to !== null) {
    const lastDay = addDays(range.to, -1);
    if (!lastDay.endsWith('-12-31') && lastDay < ctx.options.today)
      throw new CompileError('bad_grain', `"${column.table}.${column.name}" knows only years`);
    parts.push(`${year} <= ${ctx.params.bind(Number(lastDay.slice(0, 4)), 'integer')}`);
  }
  return parts.join(' AND ') || 'TRUE';
}
