import type { ColumnRef, CompareOperator, Filter, Scalar } from '@querent/contracts';

/**
 * Conditions that compile to the same truth on every row of every database, missing values included, in one form:
 * - one of a single value is equality, and none of a single value is inequality (both are true for missing values);
 * - between is at least and at most, where all conditions hold at once;
 * - equality of one column with one of several values is membership;
 * - of two columns that are compared, the first by name stands first.
 *
 * A denied `between` is not "less or more": it is true for missing values too. An alternative of a single branch stays
 * as it is: on related rows two equalities want a row each, and an alternative does not (see the compiler's
 * related-rows).
 */
export function normalConditions(filters: readonly Filter[], hold: 'all' | 'any'): Filter[] {
  return filters.map(asMembership).flatMap((filter): Filter[] => {
    if (filter.kind === 'in') return [singled(filter)];
    if (filter.kind === 'compare_columns') return [inOrder(filter)];
    if (filter.kind !== 'between' || filter.negated || hold === 'any') return [filter];
    const { column, from, to } = filter;
    return [
      { kind: 'compare', column, op: '>=', value: from },
      { kind: 'compare', column, op: '<=', value: to },
    ];
  });
}

function singled(filter: Extract<Filter, { kind: 'in' }>): Filter {
  const [value, ...others] = [...new Set(filter.values)];
  if (value === undefined || others.length > 0) return filter;
  return { kind: 'compare', column: filter.column, op: filter.negated ? '!=' : '=', value };
}

/** `a or b` of one column's values is `one of a, b`; with a single distinct value it is no membership. */
function asMembership(filter: Filter): Filter {
  if (filter.kind !== 'or') return filter;
  const equalities = filter.filters.map(equality);
  const [first] = equalities;
  if (!first || equalities.some((one) => one === null || !isSame(one.column, first.column))) return filter;
  const values = [...new Set(equalities.flatMap((one) => one?.values ?? []))];
  return values.length > 1 ? { kind: 'in', column: first.column, values, negated: false } : filter;
}

function equality(filter: Filter): { column: ColumnRef; values: Scalar[] } | null {
  if (filter.kind === 'compare' && filter.op === '=') return { column: filter.column, values: [filter.value] };
  return filter.kind === 'in' && !filter.negated ? { column: filter.column, values: filter.values } : null;
}

/** `due < paid` is `paid > due`. */
function inOrder({ kind, column, op, other, by }: Extract<Filter, { kind: 'compare_columns' }>): Filter {
  const isFirst = keyOf(column) <= keyOf(other);
  const way = by && { by: isFirst || by.value === 0 ? by : { ...by, value: -by.value } };
  return isFirst
    ? { kind, column, op, other, ...way }
    : { kind, column: other, op: MIRRORED[op], other: column, ...way };
}

const MIRRORED: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const keyOf = ({ table, column }: ColumnRef): string => `${table}\u0000${column}`;

const isSame = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column;
