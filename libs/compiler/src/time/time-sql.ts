import type { DateRange, Grain } from '@querent/contracts';
import type { ModelColumn } from '@querent/model';
import { addDays, isCivilDate } from './civil-date';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { quoteLiteral } from '../statement/quoting';
import { safeCast } from '../rows/safe-cast';

/** The kind of time in a column. A `timestamp` has wall-clock times of the model's zone. */
export type TimeKind = 'date' | 'timestamp' | 'timestamptz' | 'year';

export function timeKindOf(column: ModelColumn): TimeKind | undefined {
  if (column.isYear) return 'year';
  if (column.category === 'date' || column.cast?.to === 'date') return 'date';
  if (column.cast?.to === 'timestamp') return 'timestamp';
  if (column.category === 'timestamp')
    return /with time zone|timestamptz/.test(column.type) ? 'timestamptz' : 'timestamp';
  return undefined;
}

/** The condition that a time is in a half-open range, in a form that an index can serve; 'TRUE' for an open range. */
export function rangeCondition(ctx: CompileContext, column: ModelColumn, columnSql: string, range: DateRange): string {
  const kind = timeKindOf(column);
  if (!kind) throw new CompileError('bad_time', `"${column.table}.${column.name}" is not a time`);
  if (kind === 'year') return yearCondition(ctx, column, columnSql, range);
  const value = safeCast(column, columnSql);
  const parts = [
    ...(range.from === null ? [] : [`${value} >= ${dayStart(ctx, kind, range.from)}`]),
    ...(range.to === null ? [] : [`${value} < ${dayStart(ctx, kind, range.to)}`]),
  ];
  return parts.join(' AND ') || 'TRUE';
}

/** The first moment of a civil day, with the type of the column. */
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
      throw new CompileError('bad_time', `"${column.table}.${column.name}" is not a time`);
  }
}

/** The value as wall-clock time in the asker's zone. Throws for a column of days or years. */
export function civilMomentSql(ctx: CompileContext, column: ModelColumn, columnSql: string): string {
  const kind = timeKindOf(column);
  if (kind === 'timestamp') return safeCast(column, columnSql);
  if (kind === 'timestamptz') return `(${columnSql} AT TIME ZONE ${zone(ctx)})`;
  throw new CompileError(kind ? 'bad_grain' : 'bad_time', `"${column.table}.${column.name}" has no time of the day`);
}

/** The first day of the period that contains the value. */
export function grainSql(ctx: CompileContext, column: ModelColumn, columnSql: string, grain: Grain): string {
  const kind = timeKindOf(column);
  if (kind === 'year' && grain !== 'year')
    throw new CompileError('bad_grain', `"${column.table}.${column.name}" has only years`);
  const day = civilDateSql(ctx, column, columnSql);
  return grain === 'day' || kind === 'year' ? day : `date_trunc(${quoteLiteral(grain)}, ${day}::timestamp)::date`;
}

/** The year as a number; NULL for a text that is not a year. */
export function yearSql(column: ModelColumn, columnSql: string): string {
  if (column.category !== 'text') return columnSql;
  return `CASE WHEN btrim(${columnSql}) ~ '^[0-9]{4}$' THEN btrim(${columnSql})::integer END`;
}

export const zone = (ctx: CompileContext): string => quoteLiteral(ctx.options.timezone);

/**
 * The condition that a year is in a range. The range must start on 1 January and end with a year or after today (this
 * year so far); with any other range, the answer would cover more time than was asked about.
 */
function yearCondition(ctx: CompileContext, column: ModelColumn, columnSql: string, range: DateRange): string {
  const year = yearSql(column, columnSql);
  const parts: string[] = [];
  if (range.from !== null) {
    if (!range.from.endsWith('-01-01'))
      throw new CompileError('bad_grain', `"${column.table}.${column.name}" has only years`);
    parts.push(`${year} >= ${ctx.params.bind(Number(range.from.slice(0, 4)), 'integer')}`);
  }
  if (range.to !== null) {
    const lastDay = addDays(range.to, -1);
    if (!lastDay.endsWith('-12-31') && lastDay < ctx.options.today)
      throw new CompileError('bad_grain', `"${column.table}.${column.name}" has only years`);
    parts.push(`${year} <= ${ctx.params.bind(Number(lastDay.slice(0, 4)), 'integer')}`);
  }
  return parts.join(' AND ') || 'TRUE';
}
