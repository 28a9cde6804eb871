import { comparedColumns, type Filter, isAgainstOthers } from '@querent/contracts';
import { AGGREGATES, isExtreme } from '@querent/model';
import type { AskedConditions, Conditions } from '../statement/asked-conditions';
import { columnValue } from '../rows/column-value';
import { CompileError } from '../statement/compile-error';
import { nearCondition } from './near-sql';
import { timesSql } from './bound-value-sql';
import { isNumber } from './predicate-sql';
import { Scope } from '../statement/scope';
import { timeKindOf } from '../time/time-sql';

type AggregateFilter = Extract<Filter, { kind: 'compare_aggregate' }>;

/**
 * A comparison of a column with an aggregate of the same column, "priced above average". The aggregate covers the rows
 * of the column's table that satisfy all other conditions of the question, including an agent's; within an `exists`
 * also those of the enclosing question. An extreme of a referenced table considers only the conditions on that table:
 * orders of 2024 at the largest store are those of the largest of all stores. If given, `among` alone selects the rows.
 */
export function aggregateComparisonSql(
  scope: Scope,
  filter: AggregateFilter,
  asked: AskedConditions,
  conditions: Conditions,
): string {
  const { column: ref, op, fn, times = 1, among } = filter;
  const target = scope.column(ref);
  if (!isNumber(target.column) && !(isExtreme(fn) && timeKindOf(target.column) !== undefined))
    throw new CompileError('bad_type', `"${ref.table}.${ref.column}" is not a number`);
  if (times !== 1 && !isNumber(target.column))
    throw new CompileError('bad_type', `"${ref.table}.${ref.column}" cannot be multiplied`);
  const all = new Scope(scope.ctx, target.column.table);
  const value = columnValue(scope.ctx, all.alias, target.column);
  const named =
    among && conditions(all, among, { anchor: target.column.table, filters: among, near: null, within: asked });
  const where =
    named ??
    enclosingConditions(asked).flatMap((level) => {
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

/** The conditions of a question or `exists`, and of all that enclose it, the innermost first. */
export const enclosingConditions = (asked: AskedConditions): AskedConditions[] => [
  asked,
  ...(asked.within ? enclosingConditions(asked.within) : []),
];

/** Whether a condition reads one table only. */
function isOn(name: string, filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => isOn(name, one));
  return 'column' in filter && comparedColumns(filter).every(({ table }) => table === name);
}
