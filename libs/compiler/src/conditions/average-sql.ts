import { comparedColumns, type Filter, isAgainstOthers } from '@querent/contracts';
import { AGGREGATES, isExtreme } from '@querent/model';
import type { Asked, Conditions } from '../statement/asked';
import { columnValue } from '../rows/column-value';
import { CompileError } from '../statement/compile-error';
import { nearCondition } from './near-sql';
import { timesSql } from './others-sql';
import { isNumber } from './predicate-sql';
import { Scope } from '../statement/scope';
import { timeKindOf } from '../time/time-sql';

type AverageFilter = Extract<Filter, { kind: 'compare_aggregate' }>;

/**
 * A column against an aggregate of it, "priced above average". The aggregate is taken over the rows of the column's own
 * table under all other conditions of the question, an agent's among them; within an `exists` also under those of the
 * question around it. An extreme of what is looked up is taken under the conditions on its table alone: orders of 2024
 * at the largest store are those of the largest of all stores. `among` names the rows of it, whatever else is asked.
 */
export function averageSql(scope: Scope, filter: AverageFilter, asked: Asked, conditions: Conditions): string {
  const { column: ref, op, fn, times = 1, among } = filter;
  const target = scope.column(ref);
  if (!isNumber(target.column) && !(isExtreme(fn) && timeKindOf(target.column) !== undefined))
    throw new CompileError('bad_type', `"${ref.table}.${ref.column}" is not a number`);
  if (times !== 1 && !isNumber(target.column))
    throw new CompileError('bad_type', `there is no multiple of "${ref.table}.${ref.column}"`);
  const all = new Scope(scope.ctx, target.column.table);
  const value = columnValue(scope.ctx, all.alias, target.column);
  const named =
    among && conditions(all, among, { anchor: target.column.table, filters: among, near: null, within: asked });
  const where =
    named ??
    levels(asked).flatMap((level) => {
      const others = level.filters.filter((other) => !isAgainstOthers(other) && !level.ofFigure?.includes(other));
      if (isExtreme(fn) && ref.table !== scope.home)
        return conditions(
          all,
          others.filter((other) => isOn(ref.table, other)),
          level,
        );
      return [...conditions(all, others, level), ...nearCondition(all, level.near)];
    });
  const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
  const order = op === '!=' ? 'IS DISTINCT FROM' : op;
  return `${target.value} ${order} ${timesSql(scope.ctx, times, `(SELECT ${AGGREGATES[fn].sql(value)} FROM ${all.fromSql()}${condition})`)}`;
}

/** The innermost first. */
export const levels = (asked: Asked): Asked[] => [asked, ...(asked.within ? levels(asked.within) : [])];

/** Whether a condition is on a table alone. */
function isOn(name: string, filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => isOn(name, one));
  return 'column' in filter && comparedColumns(filter).every(({ table }) => table === name);
}
