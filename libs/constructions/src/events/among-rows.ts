import { type Construction, narrowed, pair, withCondition, withGroupCondition } from '@querent/grammar';
import { happened } from './events';

/** A set and a part of it: "of the orders, those that are paid" are orders. */
export const AMONG_ROWS: readonly Construction[] = [
  pair('rows some of which', 'set', 'w:amongst', { cost: 0.01, zh: '订单里', en: '' }, (set) =>
    set.asked || set.limit !== null || set.order.length > 0 ? null : { cat: 'among_set', set },
  ),
  pair(
    'those among rows',
    'among_set',
    ['condition', 'event', 'group_condition'],
    { zh: '订单里已付的', en: '' },
    ({ set }, what, facts) => {
      if (what.cat === 'condition') return withCondition(facts, set, what);
      const made = what.cat === 'event' ? happened(facts, what, set) : withGroupCondition(facts, set, what);
      return made && { ...made, meaning: { ...made.meaning, asked: false } };
    },
  ),
  pair(
    'those among rows that belong to others',
    'among_set',
    'set',
    { cost: 0.02, zh: '订单里VIP客户的', en: '' },
    (among, of, facts) => {
      const { set } = among;
      if (of.asked || (of.filters.length === 0 && of.having.length === 0)) return null;
      const part = narrowed(facts, set.thing, of);
      return part && { meaning: { ...set, filters: [...set.filters, ...part.filters] }, cost: part.cost };
    },
  ),
];
