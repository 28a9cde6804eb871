import type { ColumnRef, Filter } from '@querent/contracts';
import {
  type Construction,
  either,
  type GroupConditionMeaning,
  isCount,
  pair,
  periodFilter,
  type SetMeaning,
  setOf,
  withGroupCondition,
  valuesOf,
} from '@querent/grammar';
import { isSome, related } from './related-rows';
import { rowsOfEvent } from '../events/events';

/**
 * Conditions on several kinds of related rows, or on related rows in several periods: ordered both books and toys,
 * ordered last year but not this year.
 */
export const SEVERAL_RELATED_ROWS: readonly Construction[] = [
  pair('but not', ['w:and', 'w:comma'], 'w:without', { cost: 0.02, zh: '却没有', en: '' }, () => ({ cat: 'but_not' })),
  pair(
    'not in another period',
    'period',
    ['w:without', 'but_not'],
    { cost: 0.02, zh: '今年却一次都没', en: '' },
    ({ use }) => ({ cat: 'not_again', use, column: null }),
  ),
  pair('none in another period', 'w:none_of', 'period', { cost: 0.02, zh: '', en: 'none in 2025' }, (_, { use }) => ({
    cat: 'not_again',
    use,
    column: null,
  })),
  pair(
    'not done in another period',
    'not_again',
    ['w:do', 'w:trade', 'event'],
    { zh: '今年却一次都没来过', en: '' },
    ({ use, column }, verb) => {
      if (column !== null || (verb.cat === 'event' && verb.negated)) return null;
      return { cat: 'not_again', use, column: verb.cat === 'event' ? verb.column : null };
    },
  ),
  pair(
    'not in another period, after and',
    ['w:and', 'w:comma'],
    'not_again',
    { zh: '，今年没有', en: '' },
    (_, denied) => denied,
  ),
  pair(
    'related rows in one period and none in another',
    'group_condition',
    'not_again',
    { zh: '去年下过单、今年却一单都没下的', en: '' },
    (rows, { use, column }) => {
      const { figure } = rows;
      const isOfRows =
        column === null || (column.table === figure.thing && isSameColumn(figure.clock ?? column, column));
      if (!isSome(rows) || !isOfRows || figure.periods.length !== 1) return null;
      return { cat: 'all_of', rows: [rows, { ...rows, figure: { ...figure, periods: [use] }, op: '=', value: 0 }] };
    },
  ),
  pair(
    'event in one period and none in another',
    'condition',
    'not_again',
    { cost: 0.03, zh: '去年下单、今年却没再下的', en: '' },
    ({ event, thing, filters: [filter, ...more] }, { use, column: verb }, facts) => {
      if (!event || more.length > 0 || filter?.kind !== 'time' || filter.negated) return null;
      const { column } = filter;
      if (column.table !== thing || (verb !== null && !isSameColumn(verb, column))) return null;
      const rows = related(facts, { ...setOf(thing, true), filters: [filter] }, '>=', 1);
      const denied = related(facts, { ...setOf(thing, true), filters: [periodFilter(facts, use, column)] }, '=', 0);
      return rows && denied && { cat: 'all_of', rows: [rows, denied] };
    },
  ),
  ...either(
    'rows of each of several kinds',
    'w:both',
    'set',
    { zh: '小说和历史的书都', en: 'both paid and unpaid orders', reversed: 0.02 },
    (_, set, facts) => {
      const [listed, ...more] = set.filters.flatMap((one) => (one.kind === 'in' && !one.negated ? [one] : []));
      if (!listed || more.length > 0) return null;
      const rows = listed.values.map((value): GroupConditionMeaning | null => {
        const { column, span } = listed;
        const own: Filter = { kind: 'compare', column, op: '=', value, ...(span && { span }) };
        return related(facts, { ...set, filters: set.filters.map((one) => (one === listed ? own : one)) }, '>=', 1);
      });
      return rows.every((one) => one !== null) ? { cat: 'all_of', rows } : null;
    },
  ),
  pair(
    'having rows of each of several kinds',
    ['w:with', 'w:do', 'w:trade'],
    'all_of',
    { cost: 0.02, zh: '', en: 'with both paid and unpaid orders' },
    (_, rows) => rows,
  ),
  pair(
    'rows of each of several kinds, and what was done',
    'all_of',
    ['w:with', 'w:do', 'w:trade', 'event'],
    { cost: 0.02, zh: '小说和历史的书都借过', en: '' },
    (all, verb) => {
      const isOwn = (column: ColumnRef): boolean => all.rows.every(({ figure }) => figure.thing === column.table);
      return verb.cat !== 'event' || (!verb.negated && isOwn(verb.column)) ? all : null;
    },
  ),
  pair(
    'of what kind something was done',
    ['w:do', 'w:trade', 'w:with'],
    'condition',
    { cost: 0.02, zh: '买过小说', en: '' },
    (_, { thing, filters: [filter, ...more], head }) =>
      filter?.kind === 'compare' && filter.op === '=' && more.length === 0 && head !== null && head !== 'flag'
        ? { cat: 'done_with', thing, filter }
        : null,
  ),
  pair(
    'rows of a kind, and of another kind of the same',
    'done_with',
    'joined_group',
    { cost: 0.02, zh: '既买过小说又买过历史书的', en: '' },
    ({ filter }, { group }) => {
      if (filter.kind !== 'compare' || !isSome(group)) return null;
      const { figure } = group;
      const others = figure.filters.filter((one) => !isValueOf(one, filter.column));
      if (others.length !== figure.filters.length - 1) return null;
      return { cat: 'all_of', rows: [{ ...group, figure: { ...figure, filters: [...others, filter] } }, group] };
    },
  ),
  ...either(
    'things with rows of each of several kinds',
    'set',
    'all_of',
    { zh: '', en: 'customers with both paid and unpaid orders' },
    (set, { rows }, facts) => {
      let made: { meaning: SetMeaning; cost: number } | null = { meaning: set, cost: 0 };
      for (const one of rows) {
        const next: { meaning: SetMeaning; cost: number } | null = made && withGroupCondition(facts, made.meaning, one);
        made = next && made && { meaning: next.meaning, cost: made.cost + next.cost };
      }
      return made;
    },
  ),
  pair(
    'related rows, but none of another kind',
    'group_condition',
    'condition',
    { cost: 0.03, zh: '', en: 'ordered books but not toys' },
    (rows, { filters: [denied, ...more] }) => {
      if (denied?.kind !== 'compare' || denied.op !== '!=' || more.length > 0 || !isSome(rows)) return null;
      const { figure } = rows;
      const others = figure.filters.filter((one) => !isValueOf(one, denied.column));
      if (others.length === figure.filters.length) return null;
      const without = { ...figure, filters: [...others, { ...denied, op: '=' as const }] };
      return { cat: 'all_of', rows: [rows, { ...rows, figure: without, op: '=', value: 0 }] };
    },
  ),
  pair(
    'related rows of two kinds',
    'group_condition',
    'joined_group',
    { cost: 0.02, zh: '', en: 'worked as a director and as an actor' },
    (rows, { group }) => {
      const isOfOther = rows.figure.thing !== group.figure.thing;
      const isKind = isSome(rows) && isSome(group) && rows.figure.filters.length > 0;
      // At least one order and at least one visit; at least two paid orders and one unpaid.
      const areApart =
        isCount(rows.figure) && isCount(group.figure) && rows.figure.filters.length + group.figure.filters.length > 0;
      return isOfOther || isKind || areApart ? { cat: 'all_of', rows: [rows, group] } : null;
    },
  ),
  pair(
    'both of two kinds of related rows',
    'w:both',
    'all_of',
    { zh: '', en: 'both as a director and as an actor' },
    (_, rows) => rows,
  ),
  ...either(
    'each of two periods',
    'w:both',
    'pair',
    { cost: 0.01, zh: '去年和今年都', en: 'both last year and this year' },
    (_, { base, current }) => ({ cat: 'each_period', uses: [base, current] }),
  ),
  pair(
    'in each of two periods',
    ['w:in', 'w:of'],
    'each_period',
    { zh: '在去年和今年都', en: 'in both 2024 and 2025' },
    (_, each) => each,
  ),
  ...either(
    'related rows in each of two periods',
    ['group_condition', 'event'],
    'each_period',
    { cost: 0.02, zh: '去年和今年都下过单的', en: 'ordered in both 2024 and 2025' },
    (what, { uses }, facts) => {
      const rows = what.cat === 'event' ? rowsOfEvent(facts, what) : what;
      if (rows === null || !isSome(rows) || rows.figure.periods.length > 0) return null;
      return { cat: 'all_of', rows: uses.map((use) => ({ ...rows, figure: { ...rows.figure, periods: [use] } })) };
    },
  ),
  pair(
    'each of two periods, and what an event happened to',
    'all_of',
    'set',
    { cost: 0.03, zh: '去年和今年都借过书的', en: 'borrowed books in both years' },
    (all, set, facts) => {
      const isBare = set.filters.length + set.periods.length + set.having.length + set.select.length === 0;
      const isOf = ({ figure }: GroupConditionMeaning): boolean =>
        figure.clock !== null && facts.way(figure.thing, set.thing)?.kind === 'lookup' && !facts.isPerson(set.thing);
      return isBare && !set.asked && set.order.length === 0 && all.rows.every(isOf) ? all : null;
    },
  ),
];

/** Whether a condition requires a value of the column. */
const isValueOf = (filter: Filter, { table, column }: ColumnRef): boolean => {
  const wanted = valuesOf(filter);
  return wanted !== null && !wanted.negated && wanted.column.table === table && wanted.column.column === column;
};

const isSameColumn = (one: ColumnRef, other: ColumnRef): boolean =>
  one.table === other.table && one.column === other.column;
