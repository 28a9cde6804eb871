import {
  type Construction,
  either,
  pair,
  type Facts,
  type FigureMeaning,
  figureOf,
  isCount,
  type Key,
  narrowed,
  type SetMeaning,
} from '@querent/grammar';
import type { ColumnRef } from '@querent/contracts';
import { isColumn, withName } from './attributes-of-things';
import { overSet } from './rows-of-sets';

/** Things and groups with a figure of each, and their attributes beside it. */
export const FIGURES_OF_THINGS: readonly Construction[] = [
  pair(
    'attributes of ranked things',
    'columns',
    'of_ranked',
    { cost: 0.02, zh: '', en: 'address of the customer with the most orders' },
    ({ columns }, { figure }, facts) => {
      const owner = figure.keys[0]?.column?.table;
      const areOfOwner = owner !== undefined && columns.every(({ table }) => table === owner);
      // Shows the attribute of the one thing. Grouping by the attribute would produce other groups.
      return areOfOwner && facts.nameColumn(owner)?.column === figure.keys[0]?.column?.column
        ? { ...figure, keys: keysWith(columns, figure.keys) }
        : null;
    },
  ),
  pair(
    'attributes of groups and their figure',
    'columns',
    'joined',
    { zh: '客户名称和每个客户的订单数', en: 'customer names and the number of orders of each customer' },
    ({ columns }, { by, what }, facts) => {
      const [key, ...more] = what.cat === 'figure' ? what.keys : [];
      if (by === 'or' || what.cat !== 'figure' || !key?.column || more.length > 0 || what.order !== null) return null;
      const owner = key.column.table;
      if (columns.some(({ table }) => table !== owner)) return null;
      // Of each thing, not of each value of another attribute.
      if (facts.nameColumn(owner)?.column !== key.column.column && !columns.some(isColumn(key.column))) return null;
      // Amounts of the rows themselves are listed as columns.
      const cost = what.bare !== null && what.thing === owner ? 0.3 : 0;
      return { meaning: { ...what, keys: keysWith(columns, what.keys) }, cost };
    },
  ),
  pair(
    'figure of groups and what to show of them',
    'figure',
    'columns',
    { cost: 0.38, zh: '', en: 'top 2 regions by freight; return the region' },
    (figure, { columns }) => {
      const owners = new Set(figure.keys.map(({ column }) => column?.table));
      return figure.keys.length > 0 && columns.every(({ table }) => owners.has(table))
        ? { ...figure, keys: keysWith(columns, figure.keys) }
        : null;
    },
  ),
  pair(
    'figure of groups and what they are called',
    'figure',
    'joined',
    { cost: 0.05, zh: '每个客户的平均运费和他们的名称', en: 'average freight of each customer and their names' },
    (figure, { by, what }, facts) => {
      if (by === 'or' || what.cat !== 'columns' || figure.having.length > 0) return null;
      // The order of the groups is preserved: all of their columns belong to one thing.
      if (figure.order !== null && (figure.keys.length > 1 || figure.order.by !== undefined)) return null;
      // Applies to things only: a second kind beside a kind is a further grouping.
      const owners = new Set(
        figure.keys.flatMap(({ column }) =>
          column && facts.nameColumn(column.table)?.column === column.column ? [column.table] : [],
        ),
      );
      return owners.size > 0 && what.columns.every(({ table }) => owners.has(table))
        ? { ...figure, keys: keysWith(what.columns, figure.keys) }
        : null;
    },
  ),
  pair(
    'figure of groups and another figure of them',
    'figure',
    'joined',
    { cost: 0.1, zh: '', en: 'top 2 regions by freight; return the region and average freight' },
    (figure, { by, what }) => {
      if (
        by === 'or' ||
        what.cat !== 'figure' ||
        figure.per !== null ||
        what.per !== null ||
        figure.implied ||
        what.implied ||
        figure.keys.length === 0 ||
        what.keys.length > 0 ||
        what.thing !== figure.thing
      )
        return null;
      if (what.filters.length + what.periods.length > 0 || what.order !== null || what.share !== null) return null;
      const known = new Set(figure.measures.map((measure) => JSON.stringify(measure.what)));
      const others = what.measures.filter((measure) => !known.has(JSON.stringify(measure.what)));
      // Another amount may be listed for each row; only the amount that ranks the groups can be shown with them.
      if (what.bare !== null && others.length > 0) return null;
      return { ...figure, measures: [...figure.measures, ...others] };
    },
  ),
  ...either(
    'figures of asked things',
    'set',
    'figure',
    { cost: 0.1, zh: '哪些客户的运费', en: '', reversed: 0.2 },
    // In a derived model, a count needs an explicit word.
    (set, figure, facts) =>
      set.asked && !(figure.implied && facts.model.derived === true) ? besideEach(facts, set, figure) : null,
  ),
  pair(
    'things with their columns',
    'set',
    'joined',
    { zh: '客户及其地址', en: 'customers and their addresses' },
    (set, { by, what }, facts) => {
      // "Names of clients and orders" does not count orders.
      if (by === 'or' || (by === 'and' && what.cat === 'figure' && what.implied && facts.model.derived === true))
        return null;
      if (what.cat !== 'columns' && what.cat !== 'figure') return null;
      if (by === 'and' && what.cat === 'figure' && isOfAllOf(set, what)) return overSet(facts, what, set);
      // "The names of clients and the names of …": the second names belong to another thing.
      if (what.cat === 'columns' && what.columns.some((ref) => set.select.some(isColumn(ref)))) return null;
      const made = what.cat === 'columns' ? withName(facts, set, what.columns) : besideEach(facts, set, what);
      return made && { ...made, cost: made.cost + (isOfKnown(set) ? KNOWN_AND_SHOWN : 0) };
    },
  ),
];

/**
 * One row for each thing with its figure. Null if the figure has an order or other keys, or if the set is ordered or
 * limited.
 */
export function besideEach(
  facts: Facts,
  set: SetMeaning,
  figure: FigureMeaning,
): { meaning: FigureMeaning | SetMeaning; cost: number } | null {
  if (isBoundedBy(set, figure)) return { meaning: set, cost: 0 };
  if (figure.bare !== null && figure.thing === set.thing && figure.filters.length === 0)
    return withName(facts, set, [figure.bare]);
  const name = facts.nameColumn(set.thing);
  const way = facts.way(figure.thing, set.thing);
  // Each row of a junction table ties one thing, so that its rows are counted.
  if (way?.kind === 'through' && isCount(figure) && figure.filters.length === 0 && facts.isJunction(way.pivot)) {
    const rows = figureOf(way.pivot, { kind: 'aggregate', fn: 'count', table: way.pivot });
    return figure.periods.length > 0 ? null : besideEach(facts, set, rows);
  }
  const isEach = figure.keys.every(({ column }) => column?.table === set.thing);
  if (!name || (way?.kind !== 'lookup' && way?.kind !== 'through') || !isEach || figure.order !== null) return null;
  const isWhole =
    way.kind === 'through' && set.filters.length + set.periods.length + set.having.length === 0 && set.clock === null;
  const attached = isWhole
    ? { filters: [], cost: THROUGH }
    : narrowed(facts, figure.thing, { ...set, order: [], limit: null, select: [] });
  // A limit must not be lost.
  if (!attached || set.order.length > 0 || set.limit !== null) return null;
  return {
    meaning: {
      ...figure,
      implied: false,
      filters: [...figure.filters, ...attached.filters],
      keys: keysWith(set.select, [{ column: name, grain: null }]),
      withNone: true,
    },
    cost: attached.cost + (facts.role(name) === 'name' ? 0 : UNNAMED_ROWS),
  };
}

/** Cost of rows without a name column, each with its figure. */
const UNNAMED_ROWS = 0.1;

/** Cost where rows belong to several of the things. */
const THROUGH = 0.05;

/** Whether the set is bounded by the figure that is shown with it: who worked over 20 hours, and how many each did. */
const isBoundedBy = ({ having }: SetMeaning, { measures, filters, periods, keys }: FigureMeaning): boolean =>
  having.length > 0 &&
  filters.length + periods.length + keys.length === 0 &&
  having.every(({ figure }) => JSON.stringify(figure.measures) === JSON.stringify(measures));

/** Keys of the shown attributes, followed by the others. */
function keysWith(columns: readonly ColumnRef[], keys: readonly Key[]): Key[] {
  const shown = columns.map((column): Key => ({ column, grain: null }));
  const isShown = ({ column }: Key): boolean =>
    columns.some((one) => one.table === column?.table && one.column === column.column);
  return [...shown, ...keys.filter((key) => !isShown(key))];
}

/** 去年下的订单，运费一共多少: rows that are not asked for restrict one total, and are not shown with one amount each. */
const isOfAllOf = (set: SetMeaning, figure: FigureMeaning): boolean =>
  figure.amountAsked === true &&
  figure.keys.length === 0 &&
  !set.asked &&
  !set.each &&
  set.limit === null &&
  set.order.length + set.select.length + set.having.length === 0;

/** Cost of "with A and B" as "has A; show B". */
const KNOWN_AND_SHOWN = 0.3;

const isOfKnown = ({ filters }: SetMeaning): boolean => {
  const last = filters.at(-1);
  return last?.kind === 'null' && last.negated;
};
