import type { ColumnRef, Filter } from '@querent/contracts';
import {
  condition,
  type Construction,
  either,
  type Facts,
  figureOf,
  type GroupConditionMeaning,
  isCount,
  isOfAny,
  narrowed,
  pair,
  periodFilter,
  type SetMeaning,
  setOf,
  withCondition,
  withGroupCondition,
  withoutBounds,
} from '@querent/grammar';
import { grouped } from '../figures/groupings';

/** Things by the number of their related rows, or by a figure of them. */
export const RELATED_ROWS: readonly Construction[] = [
  pair(
    'related rows of a thing',
    'set',
    'group_condition',
    { zh: '客户订单超过3个', en: 'customers with more than 3 orders' },
    (set, group, facts) => {
      const made = withGroupCondition(facts, set, group);
      // A period before the words is rather the time of the action: 今年有哪些客户买过产品.
      const did = group.figure.periods.length === 0 ? (group.figure.clock ?? facts.clock(group.figure.thing)) : null;
      return made && { ...made, meaning: { ...made.meaning, predicate: true, ...(did && { did }) } };
    },
  ),
  pair(
    'related rows of a thing, reversed',
    'group_condition',
    'set',
    { zh: '订单超过3个的客户', en: '' },
    (group, set, facts) => {
      // "Projects with 3 consultants" are the projects.
      const made = group.numberBehind ? null : withGroupCondition(facts, set, group);
      return made && { ...made, cost: made.cost + (isDoneWith(facts, set, group) ? EVENT_APART : 0) };
    },
  ),
  ...either(
    'things by the amount of a record',
    'set',
    'group_condition',
    { cost: 0.15, zh: '时效得分低于60的承运商', en: 'carriers with a timeliness score below 60' },
    (set, group, facts) => withRecord(facts, set, group),
  ),
  ...either(
    'values with a bounded figure',
    'columns',
    'group_condition',
    { cost: 0.05, zh: '客户超过200的城市', en: 'cities with more than 200 customers' },
    ({ columns, ofOwner }, group, facts) => {
      const { figure, op, value, to } = group;
      // Those whom a key refers to in a role are things, not values.
      const isNoValue = (column: ColumnRef): boolean => facts.role(column) === 'measure' || facts.isRoleKey(column);
      // Each thing is one row, and a group without rows does not exist.
      const ownName = isCount(figure) ? facts.nameColumn(figure.thing) : null;
      if (columns.some(({ table, column }) => table === ownName?.table && column === ownName.column)) return null;
      if (columns.some(isNoValue)) return null;
      if (columns.some((column) => namesRows(facts, column))) return ofNamed(facts, columns, group);
      // Values with some rows are listed instead. A value without rows is only known in a column of the rows.
      const areOwn = columns.every(({ table }) => table === figure.thing);
      if ((op === '=' && !(value === 0 && areOwn)) || (op === '>=' && value === 1 && to === null)) return null;
      // "Fewer than" and "none" include the values without such rows.
      const rows = isCount(figure) && (op === '<' || op === '<=' || value === 0);
      const counted = rows ? { ...figure, filters: [], only: figure.filters } : figure;
      const made =
        figure.having.length > 0
          ? null
          : grouped(facts, counted, { keys: columns.map((column) => ({ column, grain: null })) });
      const bounds = [
        { figure, op, value, filter: null },
        ...(to === null ? [] : [{ figure, op: '<=' as const, value: to, filter: null }]),
      ];
      // Countries of mountains with a height above 5,000: the bound applies to the mountains.
      return (
        made && {
          cost: made.cost + (ofOwner ? OF_OWNER : 0),
          meaning: { ...made.meaning, implied: false, having: bounds },
        }
      );
    },
  ),
  pair('with related rows', 'w:with', 'set', { zh: '有订单的', en: 'with orders' }, (_, set, facts) =>
    facts.playerOf(set.thing) === set.thing || set.filters.length > 0 ? related(facts, set, '>=', 1) : null,
  ),
  pair('without related rows', 'w:without', 'set', { zh: '没有订单的', en: 'without orders' }, (_, set, facts) =>
    related(facts, set, '=', 0),
  ),
  pair(
    'those who have related rows',
    'w:who',
    'group_condition',
    { cost: 0.02, zh: '', en: 'customers who placed an order' },
    (_, group) => group,
  ),
  pair(
    'related rows that are missing, after',
    'set',
    'w:none_of',
    { cost: 0.02, zh: '医生都没有', en: '' },
    (set, _, facts) => related(facts, set, '=', 0),
  ),
  pair(
    'related rows that are missing, and what was not done',
    'group_condition',
    ['w:do', 'w:trade', 'event'],
    { cost: 0.02, zh: '一张订单都没下过的', en: '' },
    (group, verb, facts) => {
      // "With volunteers assigned": the verb adds nothing.
      if (verb.cat !== 'event')
        return isNone(group) || (isSome(group) && (verb as { cat: string }).cat === 'w:do') ? group : null;
      const { column, negated } = verb;
      const isOfThose = facts.way(column.table, group.figure.thing)?.kind === 'lookup';
      // 给3个以上项目捐过款的: the verb's rows tie the donors to the projects.
      const isOwn =
        column.table === group.figure.thing ? isNone(group) : isOfThose && isCount(group.figure) && !isNone(group);
      return isOwn && !negated ? group : null;
    },
  ),
  pair(
    'rows that are so often so',
    'set',
    'group_condition',
    { cost: 0.02, zh: '', en: 'orders rejected more than twice' },
    (set, group, facts) => {
      const isOften = isCount(group.figure) && group.figure.thing === set.thing && group.figure.filters.length > 0;
      const rows = isOften && group.value > 0 ? related(facts, set, '>=', 1) : null;
      return (
        rows && { ...group, figure: { ...group.figure, filters: [...rows.figure.filters, ...group.figure.filters] } }
      );
    },
  ),
  pair(
    'number of what some rows refer to',
    'set',
    'group_condition',
    { cost: 0.05, zh: '订单里有3种以上产品的', en: '' },
    (set, group, facts) => ofPivot(facts, set, group),
  ),
  pair(
    'number of what some rows refer to, after',
    'group_condition',
    'of_set',
    { cost: 0.05, zh: '', en: 'more than 3 products in the order' },
    (group, { set }, facts) => ofPivot(facts, set, group),
  ),
  pair(
    'bounded figure of a set after it',
    'group_condition',
    'of_set',
    { cost: 0.03, zh: '', en: 'more than 1000 in freight for VIP customers' },
    (group, { set }, facts) => {
      const way = facts.way(group.figure.thing, set.thing);
      const attached = way?.kind === 'lookup' ? narrowed(facts, group.figure.thing, set) : null;
      if (attached === null || isCount(group.figure)) return null;
      // A set without conditions adds nothing, because the join already implies it.
      const isBare = set.filters.length + set.periods.length + set.having.length === 0;
      const filters = isBare ? group.figure.filters : [...group.figure.filters, ...attached.filters];
      return { meaning: { ...group, figure: { ...group.figure, filters } }, cost: isBare ? 0 : attached.cost };
    },
  ),
  pair(
    'related rows after and',
    ['w:and', 'w:comma'],
    'group_condition',
    { cost: 0.03, zh: '但没有投诉过', en: '' },
    (_, group) => ({ cat: 'joined_group', group }),
  ),
  pair(
    'related rows after and, of a thing',
    'joined_group',
    'set',
    { zh: '但没有投诉过的客户', en: '' },
    ({ group }, set, facts) => withGroupCondition(facts, set, group),
  ),
  pair('no related rows at all', 'group_condition', 'w:all', { cost: 0.02, zh: '', en: 'no orders at all' }, (group) =>
    group.op === '=' && group.value === 0 ? group : null,
  ),
  pair(
    'denied related rows',
    ['w:without', 'w:not'],
    'group_condition',
    { cost: 0.02, zh: '从来没有下过订单', en: 'never placed an order' },
    (_, { figure, op, value }) =>
      op === '>=' && value === 1 ? { cat: 'group_condition', figure, op: '=', value: 0, to: null } : null,
  ),
  pair(
    'doing something with rows',
    ['w:do', 'w:trade'],
    'set',
    { cost: 0.06, zh: '下过订单的', en: 'placed orders' },
    (verb, set, facts) => {
      const rows = related(facts, set, '>=', 1);
      return rows && (verb as { cat: string }).cat === 'w:do' ? doneWith(facts, rows) : rows;
    },
  ),
  pair(
    'number of rows in total',
    'op:aggregate',
    'group_condition',
    { cost: 0.02, zh: '累计下单超过3次', en: 'a total of more than 3 orders' },
    ({ operator: { fn } }, group) => (fn === 'sum' && isCount(group.figure) ? group : null),
  ),
  pair(
    'doing something with a number of rows',
    ['w:do', 'w:trade'],
    'group_condition',
    { cost: 0.02, zh: '下过3个以上订单的', en: 'placed more than 3 orders' },
    (_, group) => group,
  ),
  pair(
    'with a number of related rows',
    'w:with',
    'group_condition',
    { zh: '有3个以上订单的', en: 'with at least 3 orders' },
    (_, group) => group,
  ),
];

/** Cost of a bound on the values instead of on the rows with these values. */
const OF_OWNER = 0.2;

/** "Used a card last month": a period of a lasting thing may be the time of its events, or the start of the thing. */
export function doneWith(facts: Facts, group: GroupConditionMeaning): GroupConditionMeaning[] {
  const { thing, filters, periods, clock } = group.figure;
  const done: GroupConditionMeaning = { ...group, done: true };
  if (periods.length === 0 || clock !== null || !facts.isLasting(thing) || facts.clock(thing) === null) return [done];
  const uses = facts.eventsOf(thing).filter((event) => facts.clock(event) !== null);
  const used = uses.slice(0, MOST_USES).flatMap((event): GroupConditionMeaning[] => {
    const of = narrowed(facts, event, { ...setOf(thing, true), filters });
    const rows =
      of && related(facts, { ...setOf(event, true), filters: filters.length > 0 ? of.filters : [], periods }, '>=', 1);
    return rows ? [{ ...rows, done: true }] : [];
  });
  return [done, ...used];
}

const MOST_USES = 3;

/** A count of what rows refer to is a count of these rows: ingredients in the recipe. */
function ofPivot(facts: Facts, set: SetMeaning, group: GroupConditionMeaning): GroupConditionMeaning | null {
  const { figure } = group;
  const isBare = set.filters.length + set.periods.length + set.having.length + set.select.length === 0;
  if (!isBare || set.asked || !isCount(figure) || figure.periods.length > 0 || figure.keys.length > 0) return null;
  if (facts.way(set.thing, figure.thing)?.kind !== 'lookup') return null;
  if (!facts.isJunction(set.thing) && !group.times) return null;
  const rows = figureOf(set.thing, { kind: 'aggregate', fn: 'count', table: set.thing });
  return { ...group, figure: { ...rows, filters: figure.filters } };
}

/** Cost of a verb directly behind counted rows that concerns other rows: 一张订单都没下过的客户. */
const EVENT_APART = 0.15;

/** Whether a verb between the two already requires rows of the counted kind. */
const isDoneWith = (facts: Facts, { filters }: SetMeaning, { figure }: GroupConditionMeaning): boolean =>
  filters.some(
    (one) =>
      isOfAny(one) &&
      one.filters.length === 0 &&
      (one.table === figure.thing || facts.way(one.table, figure.thing)?.kind === 'lookup'),
  );

/** Whether a condition requires at least one related row. */
export const isSome = ({ op, value, to, figure }: GroupConditionMeaning): boolean =>
  op === '>=' && value === 1 && to === null && isCount(figure);

const isNone = ({ op, value, to, figure }: GroupConditionMeaning): boolean =>
  op === '=' && value === 0 && to === null && isCount(figure);

/** Whether a column names or numbers the rows of its table. */
const namesRows = (facts: Facts, column: ColumnRef): boolean =>
  facts.role(column) === 'name' || (facts.model.tables[column.table]?.primaryKey.includes(column.column) ?? false);

/** "Names of customers with orders": the customers, with their names. */
function ofNamed(
  facts: Facts,
  columns: readonly ColumnRef[],
  group: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const [first] = columns;
  if (!first || columns.some(({ table }) => table !== first.table)) return null;
  const set: SetMeaning = { ...setOf(first.table, true), asked: true, select: [...columns] };
  return withGroupCondition(facts, set, group);
}

/**
 * A condition on the number of rows of `set`. Null if the set has more than conditions and periods, or has periods
 * without a time column.
 */
export function related(facts: Facts, set: SetMeaning, op: '>=' | '=', value: number): GroupConditionMeaning | null {
  const plain = withoutBounds(set);
  if (
    set.asked ||
    set.order.length > 0 ||
    set.limit !== null ||
    plain === null ||
    set.select.length > 0 ||
    set.near !== null
  )
    return null;
  if (set.periods.length > 0 && set.clock === null && facts.clock(set.thing) === null) return null;
  const figure = figureOf(set.thing, { kind: 'aggregate', fn: 'count', table: set.thing });
  return {
    cat: 'group_condition',
    figure: { ...figure, filters: plain.filters, periods: set.periods, clock: set.clock },
    op,
    value,
    to: null,
  };
}

/**
 * A bound on an average over records, of which each thing has one for the required filter (a year), as a condition on
 * that record.
 */
function withRecord(
  facts: Facts,
  set: SetMeaning,
  { figure, op, value, to }: GroupConditionMeaning,
): { meaning: SetMeaning; cost: number }[] {
  const [measure, ...more] = figure.measures;
  const amount = measure && more.length === 0 ? facts.aggregateOf(measure.what) : null;
  const required = measure?.what.kind === 'metric' ? (facts.model.metrics[measure.what.id]?.requires ?? []) : [];
  if (amount?.fn !== 'avg' || required.length === 0 || figure.filters.length > 0) return [];
  const { column } = amount;
  const [clock] = facts.clocks(figure.thing);
  const times = clock ? figure.periods.map((use) => periodFilter(facts, use, clock)) : [];
  const defaults = required.flatMap((id): Filter[] => {
    const filter = facts.model.filters[id];
    if (!filter || times.some((one) => 'column' in one && one.column.column === filter.column.column)) return [];
    if (filter.default === 'latest') return [{ kind: 'latest', column: filter.column }];
    return filter.default === undefined
      ? []
      : [{ kind: 'compare', column: filter.column, op: '=', value: filter.default }];
  });
  if (times.length + defaults.length < required.length) return [];
  const bound: Filter =
    to === null ? { kind: 'compare', column, op, value } : { kind: 'between', column, from: value, to, negated: false };
  return withCondition(facts, set, { ...condition(column, [bound, ...times, ...defaults]), event: true });
}
