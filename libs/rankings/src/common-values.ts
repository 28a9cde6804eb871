import {
  alone,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  pair,
  type RankingMeaning,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { rankedKeys } from './ranked';

/** The value that most rows have: the most common reason. */
export const COMMON_VALUES: readonly Construction[] = [
  ...either(
    'most common value',
    'op:extreme',
    'columns',
    { cost: 0.05, zh: '最常见的下单渠道', en: 'most common order channel' },
    ({ operator: { common, direction, limit, rank } }, { columns: [column, ...more] }, facts) =>
      common && column && more.length === 0 && facts.role(column) === 'dimension'
        ? { cat: 'common_value', column, direction, limit, rank }
        : null,
  ),
  ...either(
    'value that is asked for',
    ['w:what', 'w:which'],
    'common_value',
    { cost: 0.01, zh: '', en: 'what is the most common tier' },
    (_, value) => value,
  ),
  alone(
    'most common value of its own rows',
    'common_value',
    { cost: 0.03, zh: '最常见的下单渠道', en: 'most common order channel' },
    (value, facts) => ofRows(facts, setOf(value.column.table, true), value),
  ),
  pair(
    'most common value of some rows',
    'common_value',
    'of_set',
    { zh: '', en: 'most common channel among the orders' },
    (value, { set }, facts) => ofRows(facts, set, value),
  ),
];

function ofRows(
  facts: Facts,
  set: SetMeaning,
  {
    column,
    direction,
    limit,
    rank,
  }: Pick<RankingMeaning, 'direction' | 'limit' | 'rank'> & { column: { table: string; column: string } },
): { meaning: FigureMeaning; cost: number } | null {
  const way = facts.way(set.thing, column.table)?.kind;
  const by = way === 'same' || way === 'lookup' ? countOf({ ...set, asked: false }) : null;
  const made = by && rankedKeys(facts, [{ column, grain: null }], { cat: 'ranking', by, direction, limit, rank });
  return made ? { meaning: { ...made.meaning, asked: true }, cost: made.cost } : null;
}
