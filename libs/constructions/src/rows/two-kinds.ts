import type { Filter } from '@querent/contracts';
import {
  type ConditionMeaning,
  type Construction,
  type Facts,
  pair,
  type SetMeaning,
  withCondition,
} from '@querent/grammar';

/** Rows of two things in one list: novels and poems in Italian. The user is asked which of them to show. */
export const TWO_KINDS: readonly Construction[] = [
  pair(
    'things of two kinds',
    'set',
    'joined_set',
    { cost: 0.3, zh: '客户和订单列表', en: 'list the customers and orders' },
    (first, { set: second }) =>
      first.thing !== second.thing && isPlain(first) && isPlain(second)
        ? { cat: 'two_sets', sets: [first, second], condition: null }
        : null,
  ),
  pair(
    'things of two kinds that are listed',
    ['w:list', 'w:which', 'w:all'],
    'two_sets',
    { zh: '列出客户和订单', en: 'list the customers and orders' },
    (_, two) => two,
  ),
  pair('list after things of two kinds', 'two_sets', 'w:list', { zh: '客户和订单列表', en: '' }, (two) => two),
  pair(
    'what is said of things of two kinds',
    'two_sets',
    'condition',
    { cost: 0.03, zh: '', en: 'the customers and warehouses where the city is Berlin' },
    (two, condition, facts) =>
      two.condition === null && two.sets.some((set) => withCondition(facts, set, condition).length > 0)
        ? { ...two, condition }
        : null,
  ),
];

const isPlain = (set: SetMeaning): boolean =>
  set.named &&
  set.select.length + set.having.length + set.order.length === 0 &&
  set.limit === null &&
  set.rank === null &&
  set.near === null;

/**
 * The possible sets: each of the two with the condition, and the first without it if the condition applies to the last
 * only.
 */
export function setsOfTwo(
  facts: Facts,
  { sets: [first, second], condition }: { sets: readonly [SetMeaning, SetMeaning]; condition: ConditionMeaning | null },
): SetMeaning[] {
  const ofOne = (set: SetMeaning): SetMeaning[] =>
    condition === null
      ? []
      : withCondition(facts, set, condition)
          .slice(0, 1)
          .map(({ meaning }) => meaning);
  const [narrowed, last] = [ofOne(first), ofOne(second)];
  const all = [...narrowed, ...last, first, ...(last.length === 0 ? [second] : [])];
  return all.map((set) => ({ ...set, asked: true }));
}

/**
 * The filters that apply a condition to the last of several listed values only: "Pixar and Disney films by Ann" may
 * mean all films of Pixar, and those of Disney by Ann. Null unless several values are listed and one condition follows
 * them.
 */
export function conditionOnLast(
  set: SetMeaning,
  { head, filters: [condition, ...others] }: ConditionMeaning,
): Filter[] | null {
  const [listed, ...more] = set.filters;
  if (set.named || head !== null || !condition || others.length > 0 || more.length > 0) return null;
  if (listed?.kind !== 'in' || listed.negated || listed.values.length < 2) return null;
  const before = listed.values.slice(0, -1);
  const isSame =
    'column' in condition &&
    condition.column.table === listed.column.table &&
    condition.column.column === listed.column.column;
  return isSame ? null : [listed, { kind: 'or', filters: [{ ...listed, values: before }, condition] }];
}
