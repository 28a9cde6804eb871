import {
  alone,
  type Construction,
  either,
  isBareSet,
  type OthersMeaning,
  pair,
  type AgainstOthersMeaning,
  type ColumnsMeaning,
  type ConditionMeaning,
  type Facts,
  type SetMeaning,
} from '@querent/grammar';
import type { AggregateFunction, CompareOperator } from '@querent/contracts';
import { namedOthers } from './compare-with-others';
import { isMean } from '@querent/model';

/** The base of a comparison with others: the average of all, the average of a kind, or a named thing. */
export const COMPARISON_BASES: readonly Construction[] = [
  alone('average of all', 'op:aggregate', { zh: '平均水平', en: 'the average' }, ({ operator: { fn } }) =>
    averageOf(fn, null),
  ),
  alone('average of each part of time by itself', 'op:average_by', { zh: '月均', en: '' }, ({ operator: { grain } }) =>
    averageOf('avg', { grain }),
  ),
  ...either(
    'average of a kind',
    'op:aggregate',
    ['set', 'columns'],
    { cost: 0.02, zh: '平均客户, 客户平均值', en: 'the average customer' },
    ({ operator: { fn } }, what) => {
      const made = averageOf(fn, kindOf(what));
      return made && what.cat === 'set' ? { ...made, filters: what.filters } : made;
    },
  ),
  ...either(
    'average of each of a kind',
    'op:aggregate',
    ['keys', 'other'],
    { cost: 0.02, zh: '各客户平均值, 每月平均值', en: 'the monthly average, the average month' },
    ({ operator: { fn } }, what) => {
      if (what.cat === 'other') return what.unit.type === 'grain' ? averageOf(fn, { grain: what.unit.grain }) : null;
      const [key, ...more] = what.keys;
      if (!key || more.length > 0 || key.of !== undefined || key.via !== undefined) return null;
      return averageOf(fn, key.column ? { column: key.column } : key.grain ? { grain: key.grain } : null);
    },
  ),
  pair(
    'average of all of a set',
    ['others', 'against_others'],
    'of_set',
    { cost: 0.02, zh: '', en: 'the average of all customers' },
    (what, { set }) => {
      const others = what.cat === 'others' ? what : what.others;
      if (others.fn === null || others.of !== null || !isBareSet(set)) return null;
      const made: OthersMeaning = { ...others, of: { thing: set.thing } };
      return what.cat === 'others' ? made : { ...what, others: made };
    },
  ),
  pair(
    'so many times others',
    'op:times',
    'others',
    { zh: '', en: 'twice the average' },
    ({ operator: { value } }, others) => timesOf(others, value),
  ),
  pair(
    'so many times others, after them',
    'others',
    'op:times',
    { zh: '平均值的两倍', en: '' },
    (others, { operator: { value } }) => timesOf(others, value),
  ),
  pair(
    'than others',
    'w:than',
    ['others', 'condition', 'set'],
    { zh: '比王芳', en: 'than the average customer' },
    (_, what, facts) => {
      const others = othersOf(facts, what);
      return others && { cat: 'than_others', others };
    },
  ),
  pair(
    'verb after others',
    'than_others',
    ['w:do', 'w:with'],
    { cost: 0.02, zh: '', en: 'than the Berlin warehouse has' },
    (than) => than,
  ),
  pair(
    'more than others',
    'op:compare',
    ['others', 'condition', 'set'],
    { zh: '高于月均', en: 'more than the average customer' },
    ({ operator: { compare, after, scale, among } }, what, facts) => {
      const others = after ? null : othersOf(facts, what);
      return others && isOrdered(compare) ? againstOthers(compare, others, scale ?? among) : null;
    },
  ),
  pair(
    'more than the average of a kind',
    'op:average_reference',
    ['set', 'columns'],
    { cost: 0.02, zh: '', en: 'more than the average customer' },
    ({ operator: { compare, than } }, what) => {
      const others = than ? averageOf('avg', kindOf(what)) : null;
      return others && againstOthers(compare, what.cat === 'set' ? { ...others, filters: what.filters } : others);
    },
  ),
  pair(
    'more than others, before its word',
    'than_others',
    'op:comparative',
    { zh: '比平均多', en: '' },
    ({ others }, { operator: { compare, scale } }) => againstOthers(compare, others, scale),
  ),
  pair(
    'more than others, behind its word',
    'op:comparative',
    'than_others',
    { zh: '', en: 'more expensive than the Alpha lamp' },
    ({ operator: { compare, scale } }, { others }) => againstOthers(compare, others, scale),
  ),
  alone(
    'above the average, before it is known of what',
    'op:average_reference',
    { cost: 0.02, zh: '高于平均水平', en: 'above average' },
    ({ operator: { compare } }) =>
      againstOthers(compare, { cat: 'others', fn: 'avg', of: null, filters: [], times: 1 }),
  ),
  pair(
    'marker before what is more than others',
    ['w:in', 'w:is', 'w:do'],
    ['against_others', 'group_against'],
    { cost: 0.01, zh: '是高于平均水平', en: 'is above average' },
    (_, against) => against,
  ),
  pair(
    'marker after what is more than others',
    ['against_others', 'group_against'],
    'w:de',
    { cost: 0.01, zh: '高于平均水平的', en: '' },
    (against) => ({ ...against, attributive: true as const }),
  ),
];

function averageOf(fn: AggregateFunction, of: OthersMeaning['of'] | undefined): OthersMeaning | null {
  return isMean(fn) && of !== undefined ? { cat: 'others', fn, of, filters: [], times: 1 } : null;
}

/** The kind that the words name; undefined if they say more than a kind. */
function kindOf(what: SetMeaning | ColumnsMeaning): OthersMeaning['of'] | undefined {
  if (what.cat === 'set') return isBareSet({ ...what, filters: [] }) && what.named ? { thing: what.thing } : undefined;
  const [column, ...more] = what.columns;
  return column && more.length === 0 ? { column } : undefined;
}

const timesOf = (others: OthersMeaning, value: number): OthersMeaning | null =>
  others.times === 1 ? { ...others, times: value } : null;

const othersOf = (facts: Facts, what: OthersMeaning | ConditionMeaning | SetMeaning): OthersMeaning | null =>
  what.cat === 'others' ? what : namedOthers(facts, what);

/** A comparison with others, whose subject follows. */
export const againstOthers = (
  op: CompareOperator,
  others: OthersMeaning,
  scale?: AgainstOthersMeaning['scale'],
): AgainstOthersMeaning => ({
  cat: 'against_others',
  op,
  others,
  ...(scale && { scale }),
});

export const isOrdered = (op: CompareOperator): boolean => op !== '=' && op !== '!=';
