import type { CompareOperator, Filter } from '@querent/contracts';
import type { FilteredColumn } from './comparison-sql';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { elapsedSql } from './elapsed-sql';
import { isNumber } from './predicate-sql';
import type { Scope } from '../statement/scope';
import { civilDateSql, timeKindOf, yearSql } from '../time/time-sql';

type PairFilter = Extract<Filter, { kind: 'compare_columns' }>;

/** A comparison of two columns of the same or of referenced rows. It is not true if either value is missing. */
export function columnPairSql(scope: Scope, { column, op, other, by }: PairFilter): string {
  const [left, right] = [scope.column(column), scope.column(other)];
  const order = op === '!=' ? '<>' : op;
  if (by) return `${differenceSql(scope.ctx, left, right, by)} ${order} ${scope.ctx.params.bind(by.value, 'numeric')}`;
  const [one, two] = comparable(scope.ctx, left, right, op);
  return `${one} ${order} ${two}`;
}

/** The left value minus the right one: a number, or a length of time. */
function differenceSql(
  ctx: CompileContext,
  left: FilteredColumn,
  right: FilteredColumn,
  { unit }: NonNullable<PairFilter['by']>,
): string {
  if (unit !== null) return elapsedSql(ctx, right, left, unit);
  if (!isAmount(left) || !isAmount(right)) throw incomparable(left, right);
  return `(${left.value} - ${right.value})`;
}

function comparable(
  ctx: CompileContext,
  left: FilteredColumn,
  right: FilteredColumn,
  op: CompareOperator,
): [string, string] {
  const [kind, other] = [timeKindOf(left.column), timeKindOf(right.column)];
  if (kind === 'year' || other === 'year') {
    if (kind !== other) throw incomparable(left, right);
    return [yearSql(left.column, left.raw), yearSql(right.column, right.raw)];
  }
  if (kind && other) return kind === other ? [left.value, right.value] : [dayOf(ctx, left), dayOf(ctx, right)];
  if (isAmount(left) && isAmount(right)) return [left.value, right.value];
  const isEquality = op === '=' || op === '!=';
  const [category, another] = [left.column.category, right.column.category];
  if (!isEquality || category !== another || left.column.cast || right.column.cast) throw incomparable(left, right);
  if (category === 'text') return [`${left.raw}::text`, `${right.raw}::text`];
  if (category === 'boolean' || category === 'uuid') return [left.raw, right.raw];
  throw incomparable(left, right);
}

const dayOf = (ctx: CompileContext, { column, raw }: FilteredColumn): string => civilDateSql(ctx, column, raw);

const isAmount = ({ column }: FilteredColumn): boolean => isNumber(column) && !column.isYear;

const incomparable = (left: FilteredColumn, right: FilteredColumn): CompileError =>
  new CompileError(
    'bad_type',
    `"${left.column.table}.${left.column.name}" (${left.column.type}) cannot be compared with "${right.column.table}.${right.column.name}" (${right.column.type})`,
  );
