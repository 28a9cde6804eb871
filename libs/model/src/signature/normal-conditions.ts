import type { ColumnRef, CompareOperator, Filter, Scalar } from '@querent/contracts';

/**
 * Normalises conditions that are equivalent on every row of every database, including missing values:
 * - `in` with a single value becomes `=`, and its negation `!=` (both negations are true for missing values);
 * - `between` becomes `>=` and `<=`, if all conditions must hold;
 * - alternatives of equalities on one column become `in`;
 * - compared columns are ordered by name.
 *
 * A negated `between` stays, because it is true for missing values, unlike "less or more". An alternative with a single
 * branch stays, because on related rows two equalities require two rows and an alternative does not (`conditionsSql` of
 * the compiler).
 */
export function normalConditions(filters: readonly Filter[], hold: 'all' | 'any'): Filter[] {
  return filters.map(asMembership).flatMap((filter): Filter[] => {
    if (filter.kind === 'in') return [asEquality(filter)];
    if (filter.kind === 'compare_columns') return [inOrder(filter)];
    if (filter.kind !== 'between' || filter.negated || hold === 'any') return [filter];
    const { column, from, to } = filter;
    return [
      { kind: 'compare', column, op: '>=', value: from },
      { kind: 'compare', column, op: '<=', value: to },
    ];
  });
}

function asEquality(filter: Extract<Filter, { kind: 'in' }>): Filter {
  const [value, ...others] = [...new Set(filter.values)];
  if (value === undefined || others.length > 0) return filter;
  return { kind: 'compare', column: filter.column, op: filter.negated ? '!=' : '=', value };
}

/** `x = a or x = b` becomes `x in (a, b)`, if the values differ. */
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

/** Orders compared columns by name: `paid > due` becomes `due < paid`. */
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
