import type { ColumnRef } from '@querent/contracts';
import { narrowed, refersToKind } from '../attach';
import { type Construction, either, pair } from '../construction';
import type { Facts } from '../facts';
import type { FigureMeaning, SetMeaning } from '../meaning';

/** Things and attributes that are asked for, with their columns and figures. */
export const LISTS: readonly Construction[] = [
  pair(
    'asked thing',
    ['w:which', 'w:list'],
    'set',
    { zh: '哪些客户', en: 'which customers, list the customers' },
    (_, set) => ({ ...set, asked: true }),
  ),
  pair('each thing', 'w:each', 'set', { cost: 0.12, zh: '各仓库的面积', en: "each warehouse's area" }, (_, set) =>
    set.asked ? null : { ...set, asked: true },
  ),
  pair('all of a thing', 'w:all', 'set', { zh: '所有客户', en: 'all customers' }, (_, set) => set),
  pair('list after its things', 'set', ['w:list', 'w:which'], { cost: 0.02, zh: '客户名单', en: '' }, (set) => ({
    ...set,
    asked: true,
  })),
  pair(
    'question word after its things',
    ['set', 'figure'],
    ['w:who', 'w:which', 'w:when'],
    { cost: 0.01, zh: '信用额度最高的客户是谁', en: '' },
    (what) => (what.cat === 'set' ? { ...what, asked: true } : what.order === null ? null : what),
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
    'when of things',
    'w:when',
    'set',
    { zh: '什么时候', en: 'when was the first warehouse opened' },
    (_, set, facts) => {
      const ordered = set.order.map(({ column }) => column).filter((column) => facts.isTime(column));
      const clocks = ordered.length > 0 ? ordered : set.clock !== null ? [set.clock] : facts.clocks(set.thing);
      return clocks.map((column, at) => ({
        meaning: { ...set, asked: true, select: [...set.select, column] },
        cost: at * 0.1,
      }));
    },
  ),
  pair('asked attribute', 'w:which', 'columns', { zh: '哪个大区', en: 'which region' }, (_, columns, facts) => ({
    meaning: { ...columns, asked: true },
    // "Which branch area" is hardly asked: which branch is.
    cost: columns.columns.some((column) => facts.role(column) === 'measure') ? 0.3 : 0,
  })),
  pair(
    'listed attribute',
    ['w:list', 'w:all'],
    'columns',
    { zh: '列出大区', en: 'list the regions' },
    (_, columns) => ({ ...columns, asked: true }),
  ),
  pair(
    'question word after its attribute',
    'columns',
    'w:which',
    { cost: 0.02, zh: '大区是哪个', en: '' },
    (columns) => ({ ...columns, asked: true }),
  ),
  pair('two attributes', 'columns', 'joined', { zh: '名称和地址', en: 'name and address' }, (columns, { by, what }) =>
    by !== 'or' && what.cat === 'columns' ? { ...columns, columns: [...columns.columns, ...what.columns] } : null,
  ),
  pair(
    'attributes of things',
    'columns',
    'set',
    { cost: 0.1, zh: '', en: 'names of customers' },
    (columns, set, facts) => {
      const found = selected(facts, set, columns.columns);
      // A name behind a reference to its kind is rather that of the reference: employees whose manager is Ann.
      const isOther =
        facts.isNaming(set.thing, set.filters) && columns.columns.some((ref) => refersToKind(facts, ref, set.thing));
      return found && { ...found, cost: found.cost + (isOther ? 0.2 : 0) };
    },
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
];

function selected(
  facts: Facts,
  set: SetMeaning,
  asked: readonly ColumnRef[],
): { meaning: SetMeaning; cost: number } | null {
  const columns = asked.map((ref) => facts.inRole(set.thing, ref));
  const ways = columns.map(({ table }) => facts.way(set.thing, table));
  if (ways.some((way) => way === null || way.kind === 'fan')) return null;
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
