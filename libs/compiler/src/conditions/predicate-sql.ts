import type { ColumnRef, Filter } from '@querent/contracts';
import { columnsOf, holdsNumbers, parseExpression } from '@querent/model';
import { columnValue, isNamedTextType, rawColumn } from '../rows/column-value';
import { comparisonSql, membershipSql, type FilteredColumn } from './comparison-sql';
import { withColumnClocks } from '../time/clock-of-columns';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { expressionSql } from '../statement/expression-sql';
import { recurrenceSql } from '../time/recurrence-sql';
import type { Scope } from '../statement/scope';
import { civilDateSql, rangeCondition, timeKindOf, yearSql } from '../time/time-sql';

export type DirectFilter = Exclude<
  Filter,
  { kind: 'or' | 'exists' | 'compare_aggregate' | 'compare_columns' | 'bound' }
>;

/**
 * The predicate of one filter on the scope's table or on tables that it references. Negations are true for missing
 * values, except those of boolean columns.
 */
export function predicateSql(scope: Scope, filter: DirectFilter): string {
  const { ctx } = scope;
  if (filter.kind === 'term') return negate(termSql(scope, filter), filter.negated);
  const target = scope.column(filter.column);
  switch (filter.kind) {
    case 'compare':
      return comparisonSql(ctx, target, filter.op, filter.value);
    case 'in': {
      const member = membershipSql(ctx, target, filter.values);
      return filter.negated && target.column.category === 'boolean'
        ? `(${member}) IS FALSE`
        : negate(member, filter.negated);
    }
    case 'between': {
      const both = `(${comparisonSql(ctx, target, '>=', filter.from)} AND ${comparisonSql(ctx, target, '<=', filter.to)})`;
      return negate(both, filter.negated);
    }
    case 'text':
      return negate(
        `${textOf(target)} ILIKE ${ctx.params.bind(likePattern(filter.match, filter.value), 'text')}`,
        filter.negated,
      );
    case 'null':
      return `${isBlank(target)} ${filter.negated ? 'IS NOT TRUE' : 'IS TRUE'}`;
    case 'time':
      return negate(`(${rangeCondition(ctx, target.column, target.raw, filter.range)})`, filter.negated);
    case 'recurring':
      return negate(`(${recurrenceSql(ctx, target.column, target.raw, filter.times)})`, filter.negated);
    case 'latest':
      return latestSql(ctx, target);
  }
}

/** A LIKE pattern in which `%`, `_` and `\` of the value are escaped. */
export function likePattern(match: 'contains' | 'starts' | 'ends', value: string): string {
  const escaped = value.replace(/[\\%_]/g, (character) => `\\${character}`);
  return `${match === 'starts' ? '' : '%'}${escaped}${match === 'ends' ? '' : '%'}`;
}

/** `(x) IS NOT TRUE` instead of `NOT (x)`, because a missing value is not the excluded one. */
const negate = (condition: string, negated: boolean): string => (negated ? `(${condition}) IS NOT TRUE` : condition);

const textOf = ({ column, raw }: FilteredColumn): string =>
  column.category === 'text' && !isNamedTextType(column) ? raw : `${raw}::text`;

/** Whether a value is missing. Blank text counts as missing, and so does text that the column's cast cannot read. */
function isBlank({ column, raw, value }: FilteredColumn): string {
  if (column.cast) return `(${value} IS NULL)`;
  return column.category === 'text' ? `(${raw} IS NULL OR btrim(${raw}::text) = '')` : `(${raw} IS NULL)`;
}

function termSql(scope: Scope, { id, role }: Extract<Filter, { kind: 'term' }>): string {
  const term = scope.ctx.model.terms[id];
  if (!term?.filter) throw new CompileError('unknown_term', `the model has no fixed filter for the term "${id}"`);
  const condition = withColumnClocks(scope.ctx, parseExpression(term.filter));
  const inRole = (ref: ColumnRef): ColumnRef =>
    role !== undefined && ref.table === term.table ? { ...ref, table: role } : ref;
  for (const ref of columnsOf(condition)) scope.column(inRole(ref));
  return expressionSql(scope.ctx, condition, { column: (ref) => scope.column(inRole(ref)).value });
}

/** Whether a value is the greatest of the whole column. Moments are compared by their day. */
function latestSql(ctx: CompileContext, target: FilteredColumn): string {
  const alias = ctx.nextAlias();
  const from = `FROM ${ctx.relationSql(target.column.table)} AS ${alias}`;
  const comparable = (raw: string): string => {
    const kind = timeKindOf(target.column);
    if (kind === 'year') return yearSql(target.column, raw);
    return kind ? civilDateSql(ctx, target.column, raw) : raw;
  };
  const greatest = rawColumn(alias, target.column);
  if (timeKindOf(target.column) === undefined) {
    if (!isNumber(target.column) && target.column.category !== 'text')
      throw new CompileError(
        'bad_type',
        `"${target.column.table}.${target.column.name}" (${target.column.type}) has no latest value`,
      );
    return `${target.value} = (SELECT max(${columnValue(ctx, alias, target.column)}) ${from})`;
  }
  return `${comparable(target.raw)} = (SELECT max(${comparable(greatest)}) ${from})`;
}

export const isNumber = holdsNumbers;
