import type { ColumnRef } from '@querent/contracts';
import { isConvertible } from '@querent/language';
import {
  type Construction,
  type Facts,
  mayBeLong,
  type Meaning,
  pair,
  type SetMeaning,
  unitOf,
} from '@querent/grammar';

type Asking = Extract<Extract<Meaning, { cat: 'operator' }>['operator'], { op: 'count' }>;

/** The amount of an extreme, shown with its row. */
export const AMOUNT_OF_EXTREME: readonly Construction[] = [
  pair(
    'how much the extreme is',
    'set',
    'op:count',
    { cost: 0.03, zh: '运费最高的订单是哪个，多少钱, 最大的一笔付款是多少钱', en: '' },
    (set, { operator }, facts) => {
      if (set.order.length === 0 || !operator.asks) return null;
      if (set.asked) return set;
      // 最早的订单有多少 is a count; 是多少 and 多少钱 ask for the amount.
      return operator.amount || operator.is ? amountOfExtreme(set, operator, facts) : null;
    },
  ),
  pair(
    'how much the extreme is, before',
    'op:count',
    'set',
    { cost: 0.03, zh: '', en: 'how much was the largest payment' },
    ({ operator }, set, facts) => (operator.asks && operator.amount ? amountOfExtreme(set, operator, facts) : null),
  ),
];

/** Ranked rows with the amount that is asked for: the one that ranks them, else their own amount. */
function amountOfExtreme(set: SetMeaning, operator: Asking, facts: Facts): SetMeaning | null {
  const [first, ...more] = set.order;
  if (!first || more.length > 0 || set.select.length + set.having.length > 0) return null;
  if (!facts.isTime(first.column) && mayAnswer(facts, first.column, operator)) return { ...set, asked: true };
  const own = operator.long ? null : amountOf(facts, set.thing);
  if (own === null) return null;
  const name = facts.nameColumn(set.thing);
  return { ...set, asked: true, select: name ? [name, own] : [own] };
}

function amountOf(facts: Facts, thing: string): ColumnRef | null {
  const money = facts
    .columns(thing)
    .filter((column) => facts.role(column) === 'measure' && facts.isOnScale(column, 'price'));
  const [only, ...more] = money;
  return facts.ownAmount(thing) ?? (only && more.length === 0 ? only : null);
}

/** Whether a column can answer the question: an area is not money, and a price is not a duration. */
function mayAnswer(facts: Facts, column: ColumnRef, { money, long }: Asking): boolean {
  if (long) return mayBeLong(facts, { kind: 'aggregate', fn: 'max', table: column.table, column });
  const unit = unitOf(facts, column);
  const isOther = facts.isOnScale(column, 'size') || (unit !== null && isConvertible(unit));
  return !money || facts.isOnScale(column, 'price') || !isOther;
}
