import type { Filter, Scalar } from '@querent/contracts';

/** Whether a condition names the values that rows must have. */
export function isPositive(filter: Filter): boolean {
  return valuesOf(filter) !== null && !isNegated(filter);
}

function isNegated(filter: Filter): boolean {
  return ('negated' in filter && filter.negated) || (filter.kind === 'compare' && filter.op === '!=');
}

/** 不要北京的: the word that leaves out stands before the whole. */
export function negationOf(filter: Filter): Filter {
  if (filter.kind === 'compare' && filter.op === '=') return { ...filter, op: '!=' };
  return filter.kind === 'in' || filter.kind === 'term' || filter.kind === 'text' || filter.kind === 'between' ? { ...filter, negated: true } : filter;
}

/** Whether two conditions speak of the same thing. */
export function isOnSameColumn(old: Filter, filter: Filter): boolean {
  if (old.kind === 'term' || filter.kind === 'term') return old.kind === 'term' && filter.kind === 'term' && old.id === filter.id;
  if (old.kind === 'or') return old.filters.every((one) => isOnSameColumn(one, filter));
  return 'column' in old && 'column' in filter && old.column.table === filter.column.table && old.column.column === filter.column.column;
}

/** The values that a condition names; null for bounds and all else. */
function valuesOf(filter: Filter): Scalar[] | null {
  if (filter.kind === 'in') return filter.values;
  return filter.kind === 'compare' && (filter.op === '=' || filter.op === '!=') ? [filter.value] : null;
}

/** What a condition becomes when another on its column is named; `beside` where both hold together. */
export function mergeInto(old: Filter, filter: Filter, how: { besides: boolean; narrowed: boolean }): Filter | 'beside' {
  const [before, named] = [valuesOf(old), valuesOf(filter)];
  if (before === null || named === null) return isOtherBound(old, filter) ? 'beside' : filter;
  if (isNegated(filter)) {
    if (isNegated(old)) return listed(filter, [...before, ...named]);
    const left = before.filter((value) => !named.includes(value));
    return left.length > 0 && left.length < before.length ? listed({ ...old, ...(filter.span ? { span: filter.span } : {}) }, left) : filter;
  }
  if (how.besides && !isNegated(old)) return listed(filter, [...before, ...named]);
  if (how.narrowed && (isNegated(old) || !named.every((value) => before.includes(value)))) return 'beside';
  return filter;
}

/** A lower bound beside an upper one that it leaves room for. */
function isOtherBound(old: Filter, filter: Filter): boolean {
  if (old.kind !== 'compare' || filter.kind !== 'compare') return false;
  const [low, high] = old.op.startsWith('>') ? [old, filter] : [filter, old];
  return low.op.startsWith('>') && high.op.startsWith('<') && Number(low.value) < Number(high.value);
}

function listed(filter: Filter, all: Scalar[]): Filter {
  const values = [...new Set(all)];
  const [value = ''] = values;
  if (filter.kind !== 'compare' && filter.kind !== 'in') return filter;
  const { column, span } = filter;
  const negated = isNegated(filter);
  const made: Filter = values.length > 1 ? { kind: 'in', column, values, negated } : { kind: 'compare', column, op: negated ? '!=' : '=', value };
  return span ? { ...made, span } : made;
}
