import type { ColumnRef, Grain } from '@querent/contracts';
import { isCount, narrowed } from '../attach';
import { either, pair, alone, type Construction } from '../construction';
import type { Facts } from '../facts';
import {
  countOf,
  type FigureMeaning,
  type Key,
  type KeysMeaning,
  type RankingMeaning,
  type SetMeaning,
} from '../meaning';
import { settled } from './figures';

/** Groupings, lists with columns, extremes and orders. */
export const GROUPS: readonly Construction[] = [
  pair(
    'grouping by an attribute',
    ['w:by', 'w:each'],
    'columns',
    { zh: '按大区', en: 'by region, per region' },
    (_, { columns }) => ({ cat: 'keys', keys: columns.map((column) => ({ column, grain: null })), asked: false }),
  ),
  pair(
    'grouping by a thing',
    ['w:by', 'w:each'],
    'set',
    { cost: 0.02, zh: '每个客户', en: 'per customer' },
    (_, set, facts) => keysOfThing(facts, set),
  ),
  alone('grouping by periods', 'other', { zh: '每月', en: 'monthly' }, ({ unit }) =>
    unit.type === 'grain' && !unit.bare ? periodKeys(unit.grain) : null,
  ),
  pair('grouping by a part of time', ['w:by', 'w:each'], 'other', { zh: '按月份', en: 'by month' }, (_, { unit }) =>
    unit.type === 'grain' && unit.bare ? periodKeys(unit.grain) : null,
  ),
  pair('asked part of time', 'w:which', 'other', { zh: '哪个月', en: 'which month' }, (_, { unit }) =>
    unit.type === 'grain' && unit.bare ? { ...periodKeys(unit.grain), asked: true } : null,
  ),
  pair(
    'groups and their figure',
    'keys',
    'joined',
    { zh: '每个客户及其订单数', en: 'each customer and their orders' },
    (keys, { by, what }, facts) => (by === 'their' && what.cat === 'figure' ? grouped(facts, what, keys) : null),
  ),
  pair('each thing', 'w:each', 'set', { cost: 0.12, zh: '各仓库的面积', en: "each warehouse's area" }, (_, set) =>
    set.asked ? null : { ...set, asked: true },
  ),
  pair(
    'when of things',
    'w:when',
    'set',
    { zh: '什么时候', en: 'when was the first warehouse opened' },
    (_, set, facts) => {
      const clocks = set.clock !== null ? [set.clock] : facts.clocks(set.thing);
      return clocks.map((column, at) => ({
        meaning: { ...set, asked: true, select: [...set.select, column] },
        cost: at * 0.1,
      }));
    },
  ),
  pair(
    'marker before a grouping',
    ['w:by', 'w:each', 'w:which', 'w:in', 'w:of'],
    'keys',
    { zh: '按月', en: 'for each month' },
    (marker, keys) => ({ ...keys, asked: keys.asked || (marker as { cat: string }).cat === 'w:which' }),
  ),
  pair('two groupings', 'keys', 'joined', { zh: '按大区和月份', en: 'by region and month' }, (keys, { by, what }) => {
    if (by !== 'and') return null;
    const more: Key[] =
      what.cat === 'keys'
        ? what.keys
        : what.cat === 'columns'
          ? what.columns.map((column) => ({ column, grain: null }))
          : [];
    return more.length === 0 ? null : { ...keys, keys: [...keys.keys, ...more] };
  }),
  pair(
    'two groupings beside each other',
    'keys',
    'keys',
    { cost: 0.05, zh: '各大区每月', en: 'per region per month' },
    (left, right) => ({ ...left, keys: [...left.keys, ...right.keys] }),
  ),
  ...either(
    'figure of each group',
    'figure',
    'keys',
    { zh: '各大区的运费', en: 'freight by region' },
    (figure, keys, facts) => grouped(facts, figure, keys),
  ),
  ...either(
    'rows counted by group',
    'set',
    'keys',
    { cost: 0.15, zh: '各大区的订单', en: 'orders by region' },
    (set, keys, facts) => {
      const count = countOf({ ...set, asked: false });
      return count && set.named ? grouped(facts, count, keys) : null;
    },
  ),
  pair('asked attribute', 'w:which', 'columns', { zh: '哪个大区', en: 'which region' }, (_, columns) => ({
    ...columns,
    asked: true,
  })),
  pair('all of a thing', 'w:all', 'set', { zh: '所有客户', en: 'all customers' }, (_, set) => set),
  pair(
    'asked thing',
    ['w:which', 'w:list'],
    'set',
    { zh: '哪些客户', en: 'which customers, list the customers' },
    (_, set) => ({ ...set, asked: true }),
  ),
  pair(
    'listed attribute',
    ['w:list', 'w:all'],
    'columns',
    { zh: '列出大区', en: 'list the regions' },
    (_, columns) => columns,
  ),
  pair('list after its things', 'set', ['w:list', 'w:which'], { cost: 0.02, zh: '客户名单', en: '' }, (set) => ({
    ...set,
    asked: true,
  })),
  pair(
    'question word after its attribute',
    'columns',
    'w:which',
    { cost: 0.02, zh: '大区是哪个', en: '' },
    (columns) => columns,
  ),
  pair('two attributes', 'columns', 'joined', { zh: '名称和地址', en: 'name and address' }, (columns, { by, what }) =>
    by !== 'or' && what.cat === 'columns' ? { ...columns, columns: [...columns.columns, ...what.columns] } : null,
  ),
  pair(
    'attributes of things',
    'columns',
    'set',
    { cost: 0.05, zh: '', en: 'names of customers' },
    (columns, set, facts) => selected(facts, set, columns.columns),
  ),
  pair(
    'things and their attributes',
    'set',
    'columns',
    { cost: 0.05, zh: '客户的地址', en: "customers' addresses" },
    (set, columns, facts) => selected(facts, set, columns.columns),
  ),
  pair(
    'things with their columns',
    'set',
    'joined',
    { zh: '客户及其地址', en: 'customers and their addresses' },
    (set, { by, what }, facts) => {
      if (by === 'or') return null;
      if (what.cat === 'columns') return withName(facts, set, what.columns);
      return what.cat === 'figure' ? besideEach(facts, set, what) : null;
    },
  ),
  ...either(
    'figures of asked things',
    'set',
    'figure',
    { cost: 0.1, zh: '哪些客户的运费', en: '' },
    (set, figure, facts) => (set.asked ? besideEach(facts, set, figure) : null),
  ),
  ...either(
    'extreme of a figure',
    'op:extreme',
    'figure',
    { zh: '运费最高', en: 'highest freight' },
    ({ operator: { direction, limit, rank, scale } }, figure) =>
      scale === 'time' || scale === 'age' || figure.order !== null ? null : ranking(figure, direction, limit, rank),
  ),
  ...either(
    'most or fewest rows',
    'op:extreme',
    'set',
    { cost: 0.05, zh: '订单最多', en: 'most orders' },
    ({ operator: { direction, limit, rank, scale, top } }, set) => {
      const count = scale === 'amount' && !top ? countOf({ ...set, asked: false }) : null;
      return count && set.named ? ranking(count, direction, limit, rank) : null;
    },
  ),
  ...either(
    'extreme of a column',
    'op:extreme',
    'columns',
    { zh: '最早的下单日期', en: 'earliest order date' },
    ({ operator: { direction, limit, rank } }, { columns }, facts) => {
      const [column, ...more] = columns;
      return column && more.length === 0 && (facts.isTime(column) || facts.isNumber(column))
        ? { cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank }
        : null;
    },
  ),
  ...either(
    'extreme of an event',
    'op:extreme',
    'event',
    { zh: '最早入职', en: 'admitted most recently' },
    ({ operator: { direction, limit, rank, scale } }, { column, negated }) =>
      (scale === 'time' || scale === 'age') && !negated
        ? { cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank }
        : null,
  ),
  ...either(
    'things with an extreme',
    'set',
    'ranking',
    { zh: '订单最多的客户', en: 'customer with the most orders' },
    (set, found, facts) => ranked(facts, set, found),
  ),
  ...either(
    'attribute with an extreme',
    'columns',
    'ranking',
    { cost: 0.02, zh: '哪个大区订单最多', en: 'which region has the most orders', reversed: 0.1 },
    (columns, found, facts) => {
      const made = rankedKeys(
        facts,
        columns.columns.map((column) => ({ column, grain: null })),
        found,
      );
      return (
        made && {
          ...made,
          cost:
            made.cost +
            (columns.asked ? 0 : columns.columns.some((column) => facts.role(column) === 'measure') ? 0.6 : 0.15),
        }
      );
    },
  ),
  pair(
    'number of things to name',
    'number',
    'set',
    { cost: 0.03, zh: '5个客户', en: '5 customers' },
    ({ value, unit }, set) =>
      Number.isInteger(value) && value > 0 && unit !== '%' && set.limit === null && set.order.length === 0
        ? { ...set, limit: value }
        : null,
  ),
  pair(
    'question word after its things',
    ['set', 'figure'],
    ['w:who', 'w:which', 'w:when'],
    { cost: 0.01, zh: '信用额度最高的客户是谁', en: '' },
    (what) => (what.cat === 'set' ? { ...what, asked: true } : what.order === null ? null : what),
  ),
  ...either(
    'period with an extreme',
    'keys',
    'ranking',
    { cost: 0.02, zh: '哪个月订单最多', en: 'which month had the most orders', reversed: 0.05 },
    (keys, found, facts) => rankedKeys(facts, keys.keys, found),
  ),
  pair(
    'who has an extreme',
    'w:who',
    'ranking',
    { cost: 0.1, zh: '谁的订单最多', en: 'who has the most orders' },
    (_, found, facts) => {
      const home = found.by.cat === 'figure' ? found.by.thing : found.by.column.table;
      const owners = facts.model.joins.filter(({ from }) => from.table === home).map(({ to }) => to.table);
      return [...new Set([home, ...owners])].flatMap((thing) =>
        facts.role(facts.nameColumn(thing) ?? { table: '', column: '' }) === 'name'
          ? (ranked(facts, { ...emptySet(thing), asked: true }, found) ?? [])
          : [],
      );
    },
  ),
  pair(
    'marker before an extreme',
    ['w:with', 'w:by', 'w:in', 'w:of', 'w:is', 'w:do'],
    'ranking',
    { zh: '有最多订单', en: 'with the most orders' },
    (_, found) => found,
  ),
  pair('period of an extreme', 'ranking', 'period', { zh: '', en: 'most orders last month' }, (found, { use }) =>
    found.by.cat === 'figure' ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } } : null,
  ),
  pair('period before an extreme', 'period', 'ranking', { zh: '上个月订单最多', en: '' }, ({ use }, found) =>
    found.by.cat === 'figure' ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } } : null,
  ),
  ...either(
    'the oldest, latest or first of things',
    'op:extreme',
    'set',
    { zh: '最早的订单', en: 'the latest 5 orders' },
    ({ operator: { direction, limit, rank, scale, top } }, set, facts) => {
      if ((top && scale !== 'time') || scale === 'amount' || set.order.length > 0) return null;
      if (scale === 'time' || scale === 'age') {
        const clocks = set.clock !== null ? [set.clock] : facts.clocks(set.thing);
        return clocks.map((column) => ({
          meaning: {
            ...set,
            order: [
              {
                column,
                direction: scale === 'age' ? (direction === 'asc' ? ('desc' as const) : ('asc' as const)) : direction,
              },
            ],
            limit: limit ?? 1,
            rank,
          },
          cost: clocks.length > 1 ? 0.15 : 0,
        }));
      }
      const amounts = facts.columns(set.thing).filter((column) => facts.role(column) === 'measure');
      return amounts.map((column) => ({
        meaning: { ...set, order: [{ column, direction }], limit: limit ?? 1, rank },
        cost: amounts.length > 1 ? 0.3 : 0.05,
      }));
    },
  ),
  ...either(
    'top of a set',
    'op:extreme',
    'set',
    { zh: '前5个客户', en: 'top 5 customers' },
    ({ operator: { direction, limit, rank, top } }, set) =>
      set.order.length === 0
        ? { meaning: { cat: 'top', of: set, direction, limit, rank }, cost: top ? 0 : 0.05 }
        : null,
  ),
  pair(
    'most frequent of related rows',
    'top',
    'of_set',
    { cost: 0.05, zh: '', en: 'most frequent diagnoses of visits' },
    ({ of, direction, limit, rank }, { set }, facts) => {
      const by = of.cat === 'set' ? countOf(set) : null;
      return by && of.cat === 'set' ? ranked(facts, of, { cat: 'ranking', by, direction, limit, rank }) : null;
    },
  ),
  pair(
    'who before ranked things',
    'w:who',
    ['set', 'figure'],
    { cost: 0.02, zh: '', en: 'who are the top 5 doctors by visits' },
    (_, what) => (what.cat === 'set' ? { ...what, asked: true } : what.order === null ? null : what),
  ),
  ...either(
    'top of the groups',
    'op:extreme',
    'columns',
    { zh: '前3个大区', en: 'top 3 regions' },
    ({ operator: { direction, limit, rank, top } }, { columns }) =>
      top
        ? {
            cat: 'top',
            of: { cat: 'keys', keys: columns.map((column) => ({ column, grain: null })), asked: false },
            direction,
            limit,
            rank,
          }
        : null,
  ),
  pair('what rows are sorted by', ['w:by', 'w:in', 'w:with'], 'figure', { zh: '按运费', en: 'by freight' }, (_, by) =>
    by.keys.length > 0 || by.order !== null ? null : { cat: 'sort', by: by.bare === null ? by : by, direction: null },
  ),
  pair(
    'what rows are sorted by, a column',
    ['w:by'],
    'columns',
    { cost: 0.05, zh: '按日期', en: 'by date' },
    (_, { columns }) =>
      columns.length === 1 && columns[0]
        ? { cat: 'sort', by: { cat: 'column', column: columns[0] }, direction: null }
        : null,
  ),
  ...either(
    'direction of an order',
    'op:order',
    'sort',
    { zh: '按运费降序', en: 'sorted by freight descending' },
    ({ operator: { direction } }, sort) => ({ ...sort, direction: direction ?? sort.direction }),
  ),
  ...either(
    'order of a figure',
    'op:order',
    'figure',
    { zh: '运费从高到低', en: 'freight, highest first' },
    ({ operator: { direction } }, by) => (by.keys.length === 0 ? { cat: 'sort', by, direction } : null),
  ),
  ...either(
    'top by a figure',
    'top',
    'sort',
    { zh: '按运费前5的客户', en: 'top 5 customers by freight' },
    ({ of, direction, limit, rank }, { by }, facts) => {
      const found: RankingMeaning = { cat: 'ranking', by, direction, limit, rank };
      return of.cat === 'set' ? ranked(facts, of, found) : rankedKeys(facts, of.keys, found);
    },
  ),
  ...either(
    'top of a figure',
    'sort',
    'op:extreme',
    { zh: '按运费排名前5', en: '' },
    ({ by }, { operator: { direction, limit, rank, top } }) =>
      top ? { cat: 'ranking', by, direction, limit, rank } : null,
  ),
  ...either(
    'sorted things',
    'set',
    'sort',
    { cost: 0.02, zh: '按运费排序的客户', en: 'customers sorted by freight' },
    (set, sort, facts) => {
      const found = ranked(
        facts,
        { ...set, asked: true },
        { cat: 'ranking', by: sort.by, direction: sort.direction ?? 'asc', limit: null, rank: null },
      );
      if (found === null) return null;
      return {
        ...found,
        cost: found.cost + (sort.direction === null ? 0.3 : 0),
        meaning: { ...found.meaning, limit: null },
      };
    },
  ),
  pair(
    'things in the order of their time',
    'set',
    'op:order',
    { cost: 0.03, zh: '', en: 'sites, newest first' },
    (set, { operator: { direction, time } }, facts) => {
      const [clock] = set.clock !== null ? [set.clock] : facts.clocks(set.thing);
      return time && direction !== null && clock && set.order.length === 0
        ? { ...set, asked: true, order: [{ column: clock, direction }] }
        : null;
    },
  ),
  pair('list after its groups', 'keys', 'w:list', { cost: 0.01, zh: '按院区列出', en: '' }, (keys) => keys),
  pair('part of time after and', ['w:and', 'w:comma'], 'other', { zh: '和年份', en: 'and year' }, (_, { unit }) =>
    unit.type === 'grain' ? { cat: 'joined', by: 'and', what: periodKeys(unit.grain) } : null,
  ),
  ...either(
    'sorted groups',
    'figure',
    'op:order',
    { cost: 0.02, zh: '各大区运费降序', en: 'freight by region descending' },
    (figure, { operator: { direction } }) =>
      figure.keys.length > 0 && direction !== null && figure.order === null
        ? { ...figure, order: { measure: 0, direction } }
        : null,
  ),
];

const periodKeys = (grain: Grain): KeysMeaning => ({ cat: 'keys', keys: [{ column: null, grain }], asked: false });

const emptySet = (thing: string): SetMeaning => ({
  cat: 'set',
  thing,
  filters: [],
  periods: [],
  clock: null,
  select: [],
  distinct: false,
  beside: [],
  having: [],
  order: [],
  limit: null,
  rank: null,
  asked: false,
  named: true,
});

function keysOfThing(facts: Facts, set: SetMeaning): KeysMeaning | null {
  const name = facts.nameColumn(set.thing);
  if (
    !name ||
    set.select.length > 0 ||
    set.filters.length > 0 ||
    set.periods.length > 0 ||
    set.order.length > 0 ||
    set.limit !== null
  )
    return null;
  return { cat: 'keys', keys: [{ column: name, grain: null }], asked: false };
}

function grouped(
  facts: Facts,
  figure: FigureMeaning,
  { keys }: Pick<KeysMeaning, 'keys'>,
): { meaning: FigureMeaning; cost: number } | null {
  if (figure.order !== null || figure.keys.length > 0) return null;
  // The average of each row is the average of the rows.
  const [only, ...others] = keys;
  if (only && others.length === 0 && isAverage(figure) && isOwnName(facts, figure.thing, only))
    return { meaning: figure, cost: 0.05 };
  let cost = 0;
  const named = keys.map((key) => namedKey(facts, key));
  for (const { column } of named) {
    const way = column === null ? null : facts.way(figure.thing, column.table);
    if (column !== null && way === null) return null;
    if (way?.kind === 'fan') cost += 0.4;
    if (way?.kind === 'lookup') cost += 0.02 * way.steps;
  }
  return { meaning: { ...settled(figure), bare: figure.bare, keys: [...figure.keys, ...named] }, cost };
}

const isAverage = ({ measures: [measure], bare }: FigureMeaning): boolean =>
  bare === null && measure?.what.kind === 'aggregate' && measure.what.fn === 'avg';

function isOwnName(facts: Facts, thing: string, { column }: Key): boolean {
  const name = facts.nameColumn(thing);
  return column !== null && name !== null && column.table === name.table && column.column === name.column;
}

/** A column that refers to a thing groups by that thing's name. */
function namedKey(facts: Facts, key: Key): Key {
  const thing = key.column === null ? null : facts.refersTo(key.column);
  const name = thing === null ? null : facts.nameColumn(thing);
  return name === null || key.column === null || facts.way(key.column.table, name.table)?.kind !== 'lookup'
    ? key
    : { ...key, column: name };
}

function ranking(
  by: FigureMeaning,
  direction: 'asc' | 'desc',
  limit: number | null,
  rank: number | null,
): RankingMeaning | null {
  return by.keys.length > 0 || by.compare !== null ? null : { cat: 'ranking', by, direction, limit, rank };
}

/** "Customers with the most orders": each with its figure, ordered. */
function ranked(
  facts: Facts,
  set: SetMeaning,
  { by, direction, limit, rank }: RankingMeaning,
): { meaning: SetMeaning | FigureMeaning; cost: number } | null {
  if (set.order.length > 0 || (set.limit !== null && limit !== null) || set.select.length > 0 || set.having.length > 0)
    return null;
  const most = limit ?? set.limit ?? 1;
  if (by.cat === 'column')
    return by.column.table === set.thing
      ? { meaning: { ...set, order: [{ column: by.column, direction }], limit: most, rank }, cost: 0 }
      : null;
  if (by.bare !== null && by.thing === set.thing && by.filters.length === 0 && by.periods.length === 0) {
    return { meaning: { ...set, order: [{ column: by.bare, direction }], limit: most, rank }, cost: 0 };
  }
  const name = facts.nameColumn(set.thing);
  const way = facts.way(by.thing, set.thing);
  if (!name || way === null || way.kind === 'fan') return null;
  if (way.kind === 'same' && isCount(by)) return null;
  const attached = narrowed(facts, by.thing, { ...set, limit: null });
  if (!attached) return null;
  const meaning: FigureMeaning = {
    ...by,
    implied: false,
    filters: [...by.filters, ...attached.filters],
    keys: [{ column: name, grain: null }],
    order: { measure: 0, direction },
    limit: most,
    rank,
  };
  return { meaning, cost: attached.cost };
}

function rankedKeys(
  facts: Facts,
  keys: Key[],
  { by, direction, limit, rank }: RankingMeaning,
): { meaning: FigureMeaning; cost: number } | null {
  if (by.cat === 'column') return null;
  const found = grouped(facts, { ...by, implied: false }, { keys });
  return (
    found && { ...found, meaning: { ...found.meaning, order: { measure: 0, direction }, limit: limit ?? 1, rank } }
  );
}

function selected(
  facts: Facts,
  set: SetMeaning,
  columns: readonly ColumnRef[],
): { meaning: SetMeaning; cost: number } | null {
  const ways = columns.map(({ table }) => facts.way(set.thing, table));
  if (ways.some((way) => way === null || way.kind === 'fan') || set.beside.length > 0) return null;
  return {
    meaning: { ...set, asked: true, select: [...set.select, ...columns] },
    cost: ways.some((way) => way?.kind === 'lookup') ? 0.1 : 0,
  };
}

function withName(
  facts: Facts,
  set: SetMeaning,
  columns: readonly ColumnRef[],
): { meaning: SetMeaning; cost: number } | null {
  const name = facts.nameColumn(set.thing);
  return selected(facts, set, name && set.select.length === 0 ? [name, ...columns] : columns);
}

/** One row for each thing with its figure. */
function besideEach(
  facts: Facts,
  set: SetMeaning,
  figure: FigureMeaning,
): { meaning: FigureMeaning | SetMeaning; cost: number } | null {
  if (figure.bare !== null && figure.thing === set.thing && figure.filters.length === 0)
    return withName(facts, set, [figure.bare]);
  const name = facts.nameColumn(set.thing);
  const way = facts.way(figure.thing, set.thing);
  if (!name || way?.kind !== 'lookup' || figure.keys.length > 0 || figure.order !== null) return null;
  const attached = narrowed(facts, figure.thing, { ...set, order: [], limit: null });
  if (!attached || set.order.length > 0) return null;
  return {
    meaning: {
      ...figure,
      implied: false,
      filters: [...figure.filters, ...attached.filters],
      keys: [{ column: name, grain: null }],
    },
    cost: attached.cost,
  };
}
