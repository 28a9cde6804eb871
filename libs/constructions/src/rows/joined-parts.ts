import type { Filter } from '@querent/contracts';
import {
  type BoundMeaning,
  type ConditionMeaning,
  type Construction,
  countOf,
  type Facts,
  isOpposed,
  pair,
  valuesOf,
} from '@querent/grammar';
import { bounded } from './bounds';

/** Parts after "and", "or" and "their", and lists of conditions. */
export const JOINED_PARTS: readonly Construction[] = [
  pair(
    'part after and',
    ['w:and', 'w:comma'],
    ['condition', 'columns', 'figure', 'period', 'keys', 'quoted'],
    { zh: '和北京', en: 'and Berlin' },
    (_, what) => ({ cat: 'joined', by: 'and', what }),
  ),
  pair(
    'part after or',
    'w:or',
    ['condition', 'period', 'quoted', 'bound'],
    { zh: '或北京', en: 'or Berlin' },
    (_, what) => ({
      cat: 'joined',
      by: 'or',
      what,
    }),
  ),
  pair(
    'part after their',
    'w:their',
    ['columns', 'figure'],
    { zh: '及其运费', en: 'and their freight' },
    (_, what) => ({ cat: 'joined', by: 'their', what }),
  ),
  pair('things after their', 'w:their', 'set', { cost: 0.03, zh: '', en: 'and their cities' }, (_, set, facts) => {
    const name = facts.nameColumn(set.thing);
    return name && set.named && countOf(set) !== null && set.filters.length + set.periods.length === 0
      ? { cat: 'joined', by: 'their', what: { cat: 'columns', columns: [name], asked: false } }
      : null;
  }),
  pair(
    'two conditions',
    'condition',
    'condition',
    { cost: 0.08, zh: '上海的VIP', en: 'VIP in Shanghai' },
    (left, right, facts) => {
      // A value with its own marker is a separate condition: from Shanghai to Beijing.
      const isApart = right.head === null && !right.filters.some(isNegative);
      const listed = isApart || isOneWord(left, right) ? null : alternatives(left, right);
      // In a derived model, "associate professor" is more probably one value that is not stored.
      if (listed) return { meaning: listed, cost: UNJOINED + (facts.model.derived ? UNDESCRIBED : 0) };
      return both(left, right, facts);
    },
  ),
  pair(
    'listed conditions',
    'condition',
    'joined',
    { zh: '上海和北京', en: 'Berlin or Paris' },
    (left, { by, what }, facts) => {
      if (what.cat === 'bound') return by === 'or' ? withOtherBound(facts, left, what) : null;
      if (what.cat !== 'condition') return null;
      const listed = alternatives(left, what);
      // 会A又会B: with a repeated verb of having, both are required.
      if (listed && by === 'and' && what.held) return { meaning: listed, cost: AS_ALTERNATIVES };
      return listed ?? (by === 'or' ? oneOf(left, what) : both(left, what, facts));
    },
  ),
  pair('all of several values, after', 'condition', 'w:both', { zh: '小说和历史都', en: '' }, (found) => allOf(found)),
  pair('all of several values', 'w:both', 'condition', { zh: '同时有Java和SQL', en: 'both Java and SQL' }, (_, found) =>
    allOf(found),
  ),
];

/** Cost of reading values with a repeated verb of having as alternatives. */
const AS_ALTERNATIVES = 0.2;

function allOf(found: ConditionMeaning): ConditionMeaning | null {
  const [listed, ...more] = found.filters;
  return listed?.kind === 'in' && !listed.negated && more.length === 0 ? { ...found, head: null, all: true } : null;
}

/** A second bound on the same amount: under 100 or over 900 pages. */
function withOtherBound(facts: Facts, left: ConditionMeaning, bound: BoundMeaning): ConditionMeaning | null {
  const [filter] = left.filters;
  const column = filter && (filter.kind === 'compare' || filter.kind === 'between') ? filter.column : null;
  const other = column && bounded(facts, column, bound);
  return other && oneOf(left, other);
}

/** Costs of a list of two values without a connective, in all models and additionally in a derived one. */
const UNJOINED = 0.2;
const UNDESCRIBED = 0.3;

/** 电子书 is not a list of 电子 and 书: a single character directly behind a longer name is rather part of the same word. */
function isOneWord({ filters: [one] }: ConditionMeaning, { filters: [other] }: ConditionMeaning): boolean {
  const [first, second] = [one?.span, other?.span];
  return (
    first !== undefined &&
    second !== undefined &&
    first.end === second.start &&
    second.text.length === 1 &&
    first.text.length > 1
  );
}

/** Two values of one column are alternatives, because no row has both. */
function alternatives(left: ConditionMeaning, right: ConditionMeaning): ConditionMeaning | null {
  const [one, ...more] = left.filters;
  const [other, ...others] = right.filters;
  if (!one || !other || more.length > 0 || others.length > 0) return null;
  const [a, b] = [valuesOf(one), valuesOf(other)];
  if (!a || !b || a.negated !== b.negated || a.column.table !== b.column.table || a.column.column !== b.column.column)
    return null;
  const values = [...new Set([...a.values, ...b.values])];
  return { ...left, filters: [{ kind: 'in', column: a.column, values, negated: a.negated }] };
}

/** Either of two conditions on the same rows. */
function oneOf(left: ConditionMeaning, right: ConditionMeaning): ConditionMeaning | null {
  const [one, ...more] = left.filters;
  const [other, ...others] = right.filters;
  if (
    !one ||
    !other ||
    more.length > 0 ||
    others.length > 0 ||
    left.thing !== right.thing ||
    isNegative(one) !== isNegative(other)
  )
    return null;
  return { ...left, filters: [{ kind: 'or', filters: [...(one.kind === 'or' ? one.filters : [one]), other] }] };
}

const isNegative = (filter: Filter): boolean =>
  filter.kind === 'compare' ? filter.op === '!=' : 'negated' in filter && filter.negated;

/** Both of two neighbouring conditions. */
function both(left: ConditionMeaning, right: ConditionMeaning, facts: Facts): ConditionMeaning | null {
  // "Fiction that is not science" would be redundant, so this reading is wrong.
  if (left.filters.some((one) => right.filters.some((other) => isOpposed(one, other)))) return null;
  const from = facts.way(left.thing, right.thing);
  if (from?.kind === 'same')
    return { ...left, filters: [...left.filters, ...right.filters], head: left.head ?? right.head };
  if (from?.kind === 'lookup' && !isHead(facts, right))
    return { ...left, filters: [...left.filters, ...right.filters] };
  const back = facts.way(right.thing, left.thing);
  return back?.kind === 'lookup' && !isHead(facts, left)
    ? { ...right, filters: [...left.filters, ...right.filters] }
    : null;
}

/**
 * "Associates in Oslo" are the associates, not something in Oslo that has associates. A list of kinds is an exception:
 * there the things of that kind are meant.
 */
const isHead = (facts: Facts, { plural, thing }: ConditionMeaning): boolean =>
  plural === true && !facts.isLookup(thing);
