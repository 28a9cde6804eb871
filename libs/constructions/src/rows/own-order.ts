import type { ColumnRef } from '@querent/contracts';
import type { Operator } from '@querent/lexicon';
import { type ColumnsMeaning, type Construction, type Facts, pair, type SetMeaning, setOf } from '@querent/grammar';

/** Attributes sorted by themselves, because no word names another order. */
export const OWN_ORDER: readonly Construction[] = [
  pair('marker before a direction', 'w:by', 'op:order', { cost: 0.01, zh: '按降序', en: '' }, (_, word) => word),
  pair(
    'attributes in their own order',
    'columns',
    'op:order',
    { cost: 0.02, zh: '客户的名称字母升序', en: 'names of customers in alphabetical order' },
    (what, { operator }, facts) => inOwnOrder(what, operator, facts),
  ),
  pair(
    'attributes in their own order, reversed',
    'op:order',
    'columns',
    { cost: 0.03, zh: '按字母升序列出客户的名称', en: '' },
    ({ operator }, what, facts) => (what.asked ? inOwnOrder(what, operator, facts) : null),
  ),
];

function inOwnOrder(
  what: ColumnsMeaning,
  { direction, time, letters, scale, of }: Order,
  facts: Facts,
): SetMeaning | null {
  const column = time || scale || of ? null : sortedOf(facts, what, letters);
  return column === null || direction === null
    ? null
    : {
        ...setOf(column.table, false),
        asked: true,
        select: [...what.columns],
        distinct: what.distinct === true,
        order: [{ column, direction }],
      };
}

type Order = Extract<Operator, { op: 'order' }>;

/** The only shown column, or the only one that can be sorted by letters. All columns must be of one table. */
function sortedOf(facts: Facts, { columns }: ColumnsMeaning, byLetters: boolean): ColumnRef | null {
  const [first, ...others] = columns;
  if (!first || others.some(({ table }) => table !== first.table)) return null;
  const sorted = byLetters ? columns.filter((column) => !facts.isNumber(column) && !facts.isTime(column)) : columns;
  const [only, ...more] = sorted;
  return only && more.length === 0 ? only : null;
}
