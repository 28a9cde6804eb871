import type { ColumnRef, Filter } from '@querent/contracts';
import type { Operator } from '@querent/lexicon';
import {
  alone,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  pair,
  type SetMeaning,
  setOf,
  withCondition,
  withGroupCondition,
} from '@querent/grammar';
import { happened, holdsPieces } from '../events/events';

/** Counts of rows and of distinct values. */
export const COUNTS: readonly Construction[] = [
  pair('count of rows', 'op:count', 'set', { zh: '多少订单', en: 'number of orders' }, ({ operator }, set, facts) =>
    counted(facts, operator, set),
  ),
  pair('count of rows, reversed', 'set', 'op:count', { zh: '订单数', en: '' }, (set, { operator }, facts) =>
    // 客户买了多少单 counts the orders, not the customers. 有多少不同的 counts what follows. 客户退了多少 asks for the amount of the
    // action.
    operator.distinct || (set.clause && (operator.rows || operator.pieces || operator.bare))
      ? null
      : counted(facts, operator, set),
  ),
  pair(
    'how many rows of an event under a condition',
    'condition',
    'op:count',
    { cost: 0.1, zh: '电话渠道有多少单', en: '' },
    ({ thing, filters }, { operator }, facts) =>
      operator.rows === true && operator.asks && facts.isEvent(thing)
        ? counted(facts, operator, { ...setOf(thing, false), filters })
        : null,
  ),
  ...either(
    'money of rows',
    'op:count',
    'set',
    { cost: 0.1, zh: '订单多少钱', en: 'how much did we refund' },
    ({ operator }, set, facts) => {
      const metric =
        operator.amount && !operator.long && !(operator.money && set.clause) ? facts.moneyMetricOf(set.thing) : null;
      const count = metric === null ? null : countOf({ ...set, asked: false });
      return metric !== null && count
        ? { ...count, measures: [{ what: { kind: 'metric', id: metric, form: 'value' } }] }
        : null;
    },
  ),
  alone('rows that are counted', 'set', { cost: 0.45, zh: '各仓库的订单', en: 'orders by warehouse' }, (set) => {
    const count = set.named && !set.asked ? countOf(set) : null;
    return count && { ...count, implied: true };
  }),
  pair(
    'how many of rows that are named first',
    'of_set',
    ['op:count', 'each_count'],
    { cost: 0.02, zh: '', en: 'of the VIP customers, how many' },
    ({ set }, how) => {
      const isOfRows = how.cat === 'each_count' ? how.done === undefined : how.operator.asks && !how.operator.amount;
      return isOfRows ? { cat: 'how_many_of', set } : null;
    },
  ),
  pair(
    'how many of rows, and what holds of them',
    'how_many_of',
    ['condition', 'event', 'group_condition'],
    { cost: 0.02, zh: '', en: 'of the VIP customers, how many have ordered' },
    ({ set }, what, facts) => {
      const made =
        what.cat === 'condition'
          ? withCondition(facts, set, what)
          : [what.cat === 'event' ? happened(facts, what, set) : withGroupCondition(facts, set, what)];
      return made.flatMap((one) => {
        const count = one && countOf({ ...one.meaning, asked: false });
        return one && count ? [{ meaning: { ...count, asked: true as const }, cost: one.cost }] : [];
      });
    },
  ),
  pair(
    'how many are not',
    'op:count',
    'w:not',
    { cost: 0.02, zh: '多少不是', en: 'how many are not' },
    ({ operator }) => (operator.asks && !operator.amount ? { cat: 'other_side' } : null),
  ),
  pair(
    'and how many are not',
    ['w:and', 'w:comma'],
    'other_side',
    { zh: '，多少不是', en: 'and how many are not' },
    (_, side) => side,
  ),
  pair(
    'number on both sides of a state',
    'figure',
    'other_side',
    { cost: 0.02, zh: '多少产品是易碎的，多少不是', en: 'how many products are fragile and how many are not' },
    (figure, _, facts) => {
      const [state, ...more] = figure.filters.filter(isState);
      const isCounted = figure.measures.every(({ what }) => facts.isCount(what)) && figure.share === null;
      if (!state || more.length > 0 || !isCounted || figure.keys.length > 0 || figure.compare !== null) return null;
      const filters = figure.filters.filter((one) => one !== state);
      return { ...figure, filters, keys: [{ column: state.column, grain: null }] };
    },
  ),
  pair(
    'rows to count after and',
    ['w:and', 'w:comma'],
    'set',
    { cost: 0.03, zh: '和订单', en: 'and orders' },
    (_, set) => {
      const of = set.named && !set.asked && isAll(set) ? countOf(set) : null;
      return of && { cat: 'joined_count', of };
    },
  ),
  pair(
    'rows of several things to count',
    'set',
    'joined_count',
    { cost: 0.03, zh: '客户和订单', en: 'clients and orders' },
    (set, { of }) => {
      const first = set.named && !set.asked && isAll(set) && set.thing !== of.thing ? countOf(set) : null;
      return first && { cat: 'counts', of: { ...first, measures: [...first.measures, ...of.measures] } };
    },
  ),
  ...either(
    'how many of several things',
    'op:count',
    'counts',
    { cost: 0.02, zh: '客户和订单有多少', en: 'how many clients and orders' },
    ({ operator }, { of }) => (operator.amount || operator.people || operator.distinct ? null : of),
  ),
  pair(
    'how many of each of several things',
    'counts',
    'each_count',
    { zh: '客户和订单各有多少', en: '' },
    ({ of }) => of,
  ),
  pair(
    'count and rows after and',
    'figure',
    'joined_count',
    { cost: 0.03, zh: '', en: 'number of orders and clients' },
    (figure, { of }, facts) => {
      const [measure, ...more] = figure.measures;
      const isPlain = figure.filters.length + figure.periods.length + figure.keys.length === 0 && figure.bare === null;
      return measure && more.length === 0 && isPlain && !figure.implied && facts.isCount(measure.what)
        ? { ...figure, measures: [measure, ...of.measures] }
        : null;
    },
  ),
  pair(
    'whether there are rows',
    'w:exists',
    'set',
    { zh: '有没有未付的订单', en: 'are there any unpaid orders' },
    (_, set, facts) => (set.asked ? set : whether(facts, set)),
  ),
  pair('whether there are rows, after', 'set', 'w:exists', { zh: '今年采收过苹果吗', en: '' }, (set, _, facts) =>
    // "What rivers are there" asks for the rivers, not whether there are any.
    set.asked ? set : whether(facts, set),
  ),
  pair('whether before a state', 'w:exists', 'condition', { zh: '是不是易碎', en: '' }, (_, { filters, head }) =>
    head === 'flag' && filters.length === 1 && isState(filters[0]) ? { cat: 'whether', filter: filters[0] } : null,
  ),
  pair(
    'whether a named thing is so',
    ['set', 'condition'],
    'whether',
    { cost: 0.05, zh: '东库是不是易碎', en: '' },
    (named, { filter }, facts) => {
      if (named.cat === 'condition' && named.head !== 'name') return null;
      const set = named.cat === 'set' ? named : { ...setOf(named.thing, false), filters: named.filters };
      return isNamedAlone(facts, set) ? whether(facts, { ...set, filters: [...set.filters, filter] }) : null;
    },
  ),
  ...either(
    'values of an attribute',
    'op:count',
    'columns',
    { zh: '客户类型有多少种', en: 'how many customer types' },
    ({ operator }, { columns, distinct }, facts) => {
      // 等级是多少 asks for a stored number; only amounts are summed.
      const areKept =
        operator.is === true && columns.every((column) => facts.isNumber(column) && facts.role(column) !== 'measure');
      if (areKept) return { cat: 'columns', columns, asked: true };
      const made = operator.amount || operator.rows || operator.people ? null : distinctOf(columns, facts);
      return made && { ...made, cost: made.cost + ((operator.distinct ?? distinct) ? 0 : VALUES) };
    },
  ),
  pair(
    'marker before a number of values',
    'w:in',
    'figure',
    { cost: 0.02, zh: '分布在多少个城市', en: '' },
    (_, figure) => {
      const [measure, ...more] = figure.measures;
      const isOfValues = measure?.what.kind === 'aggregate' && measure.what.fn === 'count_distinct';
      return isOfValues && more.length === 0 && figure.keys.length === 0 ? figure : null;
    },
  ),
  ...either(
    'distinct values of an attribute',
    'op:distinct',
    'columns',
    { cost: 0.02, zh: '不同的客户类型数', en: 'how many different customer types' },
    (_, { columns }) => ({ cat: 'columns', columns, asked: true, distinct: true }),
  ),
  pair(
    'how many distinct',
    'op:count',
    'op:distinct',
    { zh: '多少种不同的', en: 'how many different' },
    ({ operator }) => ({ cat: 'operator', operator: { ...operator, distinct: true } }),
  ),
  pair(
    'distinct rows',
    'op:distinct',
    'set',
    { cost: 0.03, zh: '不同的客户', en: 'distinct customers' },
    (_, set, facts) => ({
      meaning: { ...set, distinct: set.distinct || set.select.length > 0, asked: true },
      cost: facts.isEvent(set.thing) && set.select.length === 0 ? ROWS_AS_VALUES : 0,
    }),
  ),
];

type StateFilter = Extract<Filter, { kind: 'compare' }>;

/** Whether a condition concerns a yes/no column. */
const isState = (filter: Filter | undefined): filter is StateFilter =>
  filter?.kind === 'compare' && typeof filter.value === 'boolean';

/** Whether a name is the only condition on the rows. */
const isNamedAlone = (facts: Facts, { thing, filters, periods, having, select, order }: SetMeaning): boolean =>
  filters.length === 1 &&
  periods.length + having.length + select.length + order.length === 0 &&
  facts.isNaming(thing, filters);

/**
 * The count of the rows, for "are there any". For a named thing with a condition on a yes/no column: the value of that
 * column, which may be unknown.
 */
function whether(facts: Facts, set: SetMeaning): FigureMeaning | SetMeaning | null {
  const [state, ...more] = set.filters.filter(isState);
  const rest = { ...set, filters: set.filters.filter((filter) => filter !== state) };
  // Whether East Pier is lit does not concern its berths.
  if (state && state.column.table !== set.thing && facts.isNaming(state.column.table, rest.filters)) return null;
  if (state === undefined || more.length > 0 || state.column.table !== set.thing || !isNamedAlone(facts, rest)) {
    const count = countOf(set);
    return count && { ...count, asked: true };
  }
  return { ...rest, select: [state.column], asked: true };
}

/** Whether the rows have no conditions. */
const isAll = ({ filters, periods, having }: SetMeaning): boolean =>
  filters.length + periods.length + having.length === 0;

/** Whether the rows are actions. A quantity of pieces is not the number of rows. */
const isDone = (facts: Facts, thing: string, { pieces }: { pieces?: true }): boolean =>
  facts.isEvent(thing) && !(pieces && holdsPieces(facts, thing));

/** Whether a condition requires a value in a related row; the words behind it may name an amount of that row. */
const isOfValue = (filter: Filter): boolean =>
  filter.kind === 'exists' && filter.filters.some(({ kind, span }) => kind === 'compare' && span !== undefined);

function counted(
  facts: Facts,
  operator: Extract<Operator, { op: 'count' }>,
  set: SetMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  // How many each of them has is not how many there are.
  if (set.each) return null;
  const isNone =
    operator.amount === true ||
    (operator.people === true && !facts.mayBePeople(set.thing)) ||
    (operator.done === true && !isDone(facts, set.thing, operator)) ||
    // 电量 is an amount, not a number of rows.
    (operator.bulk === true && (!set.named || set.filters.some(isOfValue)));
  const count = isNone ? null : countOfThings(facts, { ...set, asked: false });
  const meaning = count && operator.asks ? { ...count, asked: true as const } : count;
  // "Different" changes nothing for customers, and does not fit the rows of an event.
  return meaning && { meaning, cost: operator.distinct && facts.isEvent(set.thing) ? ROWS_AS_VALUES : 0 };
}

/** The number of things. If a table without a key stores one thing in several rows, the number of distinct names. */
function countOfThings(facts: Facts, set: SetMeaning): FigureMeaning | null {
  const count = countOf(set);
  const name = facts.repeats(set.thing) ? facts.nameColumn(set.thing) : null;
  return count && name
    ? { ...count, measures: [{ what: { kind: 'aggregate', fn: 'count_distinct', table: set.thing, column: name } }] }
    : count;
}

/** Costs: to count distinct values without a word such as "different", and to count rows with one. */
const VALUES = 0.15;
const ROWS_AS_VALUES = 0.4;

function distinctOf(columns: readonly ColumnRef[], facts: Facts): { meaning: FigureMeaning; cost: number } | null {
  const [column, ...more] = columns;
  const role = column && facts.role(column);
  if (!column || more.length > 0 || role === 'measure') return null;
  const meaning = figureOf(column.table, { kind: 'aggregate', fn: 'count_distinct', table: column.table, column });
  // "The id numbers of customers" asks for them, not for their number.
  return { meaning, cost: role === 'key' ? 0.4 : role === 'time' ? 0.3 : 0 };
}
