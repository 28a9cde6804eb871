import type { ColumnRef, Filter } from '@querent/contracts';

export const keyOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;

/** The condition without its words, so that equal meanings have equal ids. */
export function conditionId(filter: Filter): string {
  if (filter.kind === 'compare') return `${keyOf(filter.column)}${filter.op}${filter.value}`;
  if (filter.kind === 'in')
    return `${keyOf(filter.column)}${filter.negated ? ' not' : ''} in ${filter.values.join('/')}`;
  if (filter.kind === 'time') return `${keyOf(filter.column)}${filter.negated ? '!' : ''}`;
  if (filter.kind === 'exists') {
    const count = filter.count ? `${filter.count.op}${filter.count.value}` : filter.all ? ' all' : '';
    return `${filter.negated ? 'no' : 'some'} ${filter.table}${count}(${filter.filters.map(conditionId).join(',')})`;
  }
  if (filter.kind === 'compare_columns') {
    const by = filter.by ? ` by ${filter.by.value} ${filter.by.unit ?? ''}`.trimEnd() : '';
    return `${keyOf(filter.column)}${filter.op}${keyOf(filter.other)}${by}`;
  }
  if (filter.kind === 'null') return `${keyOf(filter.column)} ${filter.negated ? 'known' : 'missing'}`;
  if (filter.kind === 'or') return filter.filters.map(conditionId).join('|');
  return JSON.stringify(filter, (name, value: unknown) => (name === 'span' || name === 'note' ? undefined : value));
}

/**
 * Columns whose stored values an option shows, read from its `value`: the id of one condition or of several joined by
 * ` & `, or a column and its value. None for an option without a stored value, such as a column or a figure.
 */
export const columnsInOption = (value: string): string[] =>
  value
    .split(/ & |\|/)
    .flatMap((condition) => (/^(?:some|no) /.test(condition) ? condition.split(/[(),]/) : [condition]))
    .flatMap((condition) => /^(?:value:)?([^:=<>!]+\.[^=<>!]+?)(?:!?=|(?: not)? in )/.exec(condition)?.slice(1) ?? []);
