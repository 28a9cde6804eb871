import { type Construction, pair, setOf } from '@querent/grammar';

/** The thing with a known value of a column. */
export const WHOSE_VALUE: readonly Construction[] = [
  pair(
    'whose value something is',
    'condition',
    'columns',
    { cost: 0.02, zh: '奥斯汀是哪个州的首府', en: '' },
    ({ thing, filters: [filter, ...more] }, { columns: [column, ...others], asked }) => {
      const isKnown = filter?.kind === 'compare' && filter.op === '=' && more.length + others.length === 0;
      const isSame = isKnown && filter.column.table === column?.table && filter.column.column === column.column;
      return asked && isSame ? { ...setOf(thing, true), asked: true, filters: [filter] } : null;
    },
  ),
];
