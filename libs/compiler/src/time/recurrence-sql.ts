import type { Recurrence, TimePart } from '@querent/contracts';
import type { ModelColumn } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { civilDateSql, civilMomentSql, timeKindOf } from './time-sql';

/** The condition that a time is in a recurrence: on Mondays, in March, between 9 and 11. */
export function recurrenceSql(ctx: CompileContext, column: ModelColumn, columnSql: string, times: Recurrence): string {
  if (times.unit !== 'time_of_day') return isOneOf(timePartSql(ctx, column, columnSql, times.unit), times.values);
  const minute = minuteOfDay(civilMomentSql(ctx, column, columnSql));
  const [from, to] = [ctx.params.bind(times.from, 'integer'), ctx.params.bind(times.to, 'integer')];
  const both = `${minute} >= ${from} ${times.from < times.to ? 'AND' : 'OR'} ${minute} < ${to}`;
  return both;
}

/** A part of a time as a number: the hour 0–23, the weekday 1–7 from Monday, the month 1–12. */
export function timePartSql(ctx: CompileContext, column: ModelColumn, columnSql: string, part: TimePart): string {
  if (part === 'hour') return `extract(hour FROM ${civilMomentSql(ctx, column, columnSql)})::integer`;
  return partOfDay(dayOf(ctx, column, columnSql), part);
}

/** The condition that a day is in a recurrence of weekdays or months; null for a recurrence of times of the day. */
export function recurrenceOfDay(day: string, times: Recurrence): string | null {
  return times.unit === 'time_of_day' ? null : isOneOf(partOfDay(day, times.unit), times.values);
}

const FIELDS = { weekday: 'isodow', month: 'month' } as const;

const partOfDay = (day: string, part: keyof typeof FIELDS): string => `extract(${FIELDS[part]} FROM ${day})::integer`;

const isOneOf = (sql: string, values: readonly number[]): string =>
  `${sql} IN (${values.map((value) => String(Math.trunc(value))).join(', ')})`;

const minuteOfDay = (moment: string): string => `(extract(hour FROM ${moment}) * 60 + extract(minute FROM ${moment}))`;

/** The civil day of a column. Throws for a column of years. */
function dayOf(ctx: CompileContext, column: ModelColumn, columnSql: string): string {
  if (timeKindOf(column) === 'year')
    throw new CompileError('bad_grain', `"${column.table}.${column.name}" has only years`);
  return civilDateSql(ctx, column, columnSql);
}
