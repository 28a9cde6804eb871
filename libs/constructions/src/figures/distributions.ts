import { type Construction, countOf, either, pair } from '@querent/grammar';
import { grouped } from './groupings';
import { keysOfThing } from './grouping-keys';

/** Distributions of rows: a number for each group, not a list. */
export const DISTRIBUTIONS: readonly Construction[] = [
  pair(
    'distribution by an attribute',
    'columns',
    'w:spread',
    { zh: '渠道分布', en: 'channel distribution' },
    ({ columns }) => ({
      cat: 'keys',
      keys: columns.map((column) => ({ column, grain: null })),
      asked: false,
      spread: true,
    }),
  ),
  pair(
    'distribution by a thing',
    'set',
    'w:spread',
    { cost: 0.02, zh: '客户分布', en: 'customer distribution' },
    (set, _, facts) => {
      const keys = set.asked || facts.isEvent(set.thing) ? null : keysOfThing(facts, set);
      return keys && { ...keys, spread: true };
    },
  ),
  ...either(
    'groups of a distribution',
    'keys',
    'w:spread',
    { zh: '按渠道分布', en: 'distributed by channel' },
    (keys) => keys,
  ),
  ...either(
    'distribution over groups',
    'figure',
    'w:spread',
    { cost: 0.01, zh: '各渠道的订单分布', en: 'distribution of orders by channel' },
    (figure) => (figure.keys.length > 0 ? { ...figure, implied: false } : null),
  ),
  pair(
    'rows by their distribution',
    'keys',
    'of_set',
    { cost: 0.06, zh: '', en: 'channel distribution of orders' },
    (keys, { set }, facts) => {
      const count = keys.spread ? countOf(set) : null;
      return count && grouped(facts, count, keys);
    },
  ),
];
