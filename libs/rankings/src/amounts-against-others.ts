import {
  type Construction,
  either,
  pair,
  type SetMeaning,
  setOf,
  type AgainstOthersMeaning,
  type Facts,
} from '@querent/grammar';
import { namedOthers, timeAgainst, amountsAgainst, amountsCompared, asPredicate } from './compare-with-others';
import { timeOf } from '@querent/constructions';
import { isOrdered, againstOthers } from './comparison-bases';

/**
 * Amounts and times of things compared with those of others: more expensive than the Alpha lamp, opened before the
 * Harbour branch.
 */
export const AMOUNTS_AGAINST_OTHERS: readonly Construction[] = [
  pair(
    'things whose own amount is more than that of others',
    'set',
    'against_others',
    { cost: 0.06, zh: '哪些产品比甲产品贵', en: 'products more expensive than the Alpha lamp' },
    (set, against, facts) => ownAmounts(facts, set, against),
  ),
  pair(
    'things whose own amount is more than that of others, before them',
    'against_others',
    'set',
    { cost: 0.06, zh: '比甲产品贵的产品', en: '' },
    (against, set, facts) => (against.attributive ? ownAmounts(facts, set, against) : null),
  ),
  pair(
    'time of others that another is held against',
    'op:compare_times',
    ['condition', 'set'],
    { zh: '晚于王芳', en: 'before the Berlin warehouse' },
    ({ operator: { compare, after, days, same } }, what, facts) => {
      const others = after || days || same || !isOrdered(compare) ? null : namedOthers(facts, what);
      return others && againstOthers(compare, others, 'time');
    },
  ),
  pair(
    'time of others that another is held against, before its word',
    ['condition', 'set'],
    'op:compare_times',
    { zh: '王芳之后', en: '' },
    (what, { operator: { compare, after, days, same } }, facts) => {
      const others = !after || days || same || !isOrdered(compare) ? null : namedOthers(facts, what);
      return others && againstOthers(compare, others, 'time');
    },
  ),
  ...either(
    'time against that of others',
    ['event', 'columns'],
    'against_others',
    { zh: '注册日期晚于王芳, 王芳之后注册', en: 'registered before Ann' },
    (what, against, facts) => {
      const column = against.scale === 'time' ? timeOf(facts, what) : null;
      return column && timeAgainst(facts, column, against);
    },
  ),
  pair(
    'when something happened to others',
    'than_others',
    ['event', 'columns'],
    { cost: 0.02, zh: '比王芳注册', en: '' },
    ({ others }, what, facts) => {
      const column = timeOf(facts, what);
      return column && { cat: 'than_time', column, others };
    },
  ),
  pair(
    'when something happened to others, before its word',
    'than_time',
    'op:comparative',
    { zh: '比王芳注册早', en: '' },
    ({ column, others }, { operator: { compare, scale } }, facts) =>
      scale === 'time' ? timeAgainst(facts, column, { op: compare, others }) : null,
  ),
  pair(
    'who has more of an amount than someone',
    'w:who',
    'against_others',
    { cost: 0.06, zh: '谁比王芳年长', en: 'who earns more than Ann' },
    (_, against, facts) => {
      const [named] = against.others.filters;
      if (named?.kind !== 'compare' || facts.role(named.column) !== 'name') return null;
      const set: SetMeaning = { ...setOf(named.column.table, true), asked: true };
      return ownAmounts(facts, set, against);
    },
  ),
];

const ownAmounts = (
  facts: Facts,
  set: SetMeaning,
  against: AgainstOthersMeaning,
): { meaning: SetMeaning; cost: number }[] =>
  amountsAgainst(facts, set, against, amountsCompared(facts, set.thing, against)).map((made) => asPredicate(made));
