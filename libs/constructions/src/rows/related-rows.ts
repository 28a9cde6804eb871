import type { ColumnRef, Filter } from '@querent/contracts';
import {
  type BoundMeaning,
  condition,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  type GroupConditionMeaning,
  inUnit,
  isCount,
  isOfAny,
  narrowed,
  pair,
  periodFilter,
  type SetMeaning,
  setOf,
  unitOfMeasure,
  valuesOf,
  withCondition,
  withGroupCondition,
  withoutBounds,
} from '@querent/grammar';
import { CURRENCIES, isMeasureWord, UNITS_OF_AMOUNT } from './bounds';
import { ownTotal } from '../figures/aggregates';
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
  pair(
    'number of rows within a bound',
    'bound',
    'set',
    { zh: '超过3个订单', en: 'more than 3 orders' },
    (bound, set, facts) => countWithin(facts, set, bound),
  ),
  pair(
    'number of rows within a bound, after',
    'set',
    'bound',
    { cost: 0.02, zh: '订单超过3个', en: 'orders more than 3' },
    (set, bound, facts) => {
      const within = bound.price ? null : countWithin(facts, set, bound);
      const meaning =
        within && bound.inEnglish && bound.unit === null ? { ...within, numberBehind: true as const } : within;
      // In English the number comes first: in "titles with more than 2 authors" there are no 2 titles.
      const cost = bound.unit === null ? (bound.inEnglish ? 0.27 : 0.15) : 0;
      // A number without a unit may be a count or an amount: 捐款超过10000.
      const total = meaning && bound.unit === null ? ownTotal(facts, set) : null;
      const amount = total && groupCondition(total, bound);
      return meaning && [{ meaning, cost }, ...(amount ? [{ meaning: amount, cost }] : [])];
    },
  ),
  pair(
    'figure within a bound',
    'figure',
    'bound',
    { cost: 0.1, zh: '总运费超过1000', en: 'total freight over 1000' },
    (figure, bound, facts) => {
      const within = figureWithin(facts, figure, bound);
      const isBehind = bound.inEnglish && bound.unit === null && isCount(figure);
      return within && isBehind ? { ...within, numberBehind: true } : within;
    },
  ),
  pair(
    'bound of a figure',
    'bound',
    'figure',
    { cost: 0.12, zh: '', en: 'more than 1000 in freight' },
    (bound, figure, facts) => figureWithin(facts, figure, bound),
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

export const isSome = ({ op, value, to, figure }: GroupConditionMeaning): boolean =>
  op === '>=' && value === 1 && to === null && isCount(figure);

const isNone = ({ op, value, to, figure }: GroupConditionMeaning): boolean =>
  op === '=' && value === 0 && to === null && isCount(figure);

const isSameColumn = (one: ColumnRef, other: ColumnRef): boolean =>
  one.table === other.table && one.column === other.column;

/** Whether a condition requires a value of the column. */
const isValueOf = (filter: Filter, { table, column }: ColumnRef): boolean => {
  const wanted = valuesOf(filter);
  return wanted !== null && !wanted.negated && wanted.column.table === table && wanted.column.column === column;
};

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

function countWithin(facts: Facts, set: SetMeaning, bound: BoundMeaning): GroupConditionMeaning | null {
  // A number of rows has no age or weight.
  if (set.asked || !isMeasureWord(bound.unit) || bound.scale !== undefined) return null;
  const figure = related(facts, set, '>=', 1)?.figure;
  const found = figure ? groupCondition(figure, bound) : null;
  if (found === null) return null;
  // An exact number means distinct things.
  if (bound.distinct || KINDS.has(bound.unit ?? '') || (bound.op === '=' && bound.unit !== '次'))
    return { ...found, distinct: true };
  return bound.unit === '次' ? { ...found, times: true } : found;
}

/** Measure words of kinds, each of which is counted once. */
const KINDS: ReadonlySet<string> = new Set(['种', '款', '类']);

/** A bound on a figure, converted to the unit of the figure. */
function figureWithin(facts: Facts, figure: FigureMeaning, bound: BoundMeaning): GroupConditionMeaning | null {
  const { unit } = bound;
  if (unit !== null && UNITS_OF_AMOUNT.has(unit) && figure.measures.some(({ what }) => facts.isCount(what)))
    return null;
  if (unit !== null && CURRENCIES.has(unit) && figure.measures.some(({ what }) => facts.isOtherThanMoney(what)))
    return null;
  const [measure, ...more] = figure.measures;
  const kept = measure && more.length === 0 ? unitOfMeasure(facts, measure.what) : null;
  const own = inUnit(bound, kept);
  return own && groupCondition({ ...figure, bare: null }, own);
}

/** A bound on a figure of each thing. Null if the figure has groups or compares periods. */
export function groupCondition(
  figure: GroupConditionMeaning['figure'],
  { op, value, to }: BoundMeaning,
): GroupConditionMeaning | null {
  if (figure.keys.length > 0 || figure.compare !== null || figure.asked) return null;
  return op === 'between'
    ? { cat: 'group_condition', figure, op: '>=', value, to }
    : { cat: 'group_condition', figure, op, value, to: null };
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
