import type { ElapsedUnit } from '@querent/contracts';
import type { FilteredColumn } from './comparison-sql';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { civilDateSql, timeKindOf } from '../time/time-sql';

const SECONDS: Readonly<Record<Exclude<ElapsedUnit, 'day'>, number>> = { hour: 3600, minute: 60 };

/** The time from one column to another: whole civil days, or fractional hours or minutes between two moments. */
export function elapsedSql(ctx: CompileContext, from: FilteredColumn, to: FilteredColumn, unit: ElapsedUnit): string {
  const [begin, end] = [timeKindOf(from.column), timeKindOf(to.column)];
  const columns = [from, to].map(({ column }) => `"${column.table}.${column.name}"`).join(' and ');
  if (begin === undefined || end === undefined || begin === 'year' || end === 'year')
    throw new CompileError('bad_type', `there is no length of time between ${columns}`);
  if (unit === 'day') return `(${civilDateSql(ctx, to.column, to.raw)} - ${civilDateSql(ctx, from.column, from.raw)})`;
  if (begin !== end || begin === 'date')
    throw new CompileError('bad_type', `the ${unit}s between ${columns} are not known`);
  return `(extract(epoch FROM (${to.value} - ${from.value})) / ${SECONDS[unit]})`;
}
