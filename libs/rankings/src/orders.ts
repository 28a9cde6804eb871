import type { Operator } from '@querent/lexicon';
import type { ColumnRef } from '@querent/contracts';
import {
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  isCount,
  opposite,
  pair,
  type RankingMeaning,
  type SetMeaning,
  setOf,
  type SortMeaning,
} from '@querent/grammar';
import { grouped } from '@querent/constructions';
import { isExtreme } from '@querent/model';
import { ranked } from './ranked';
import { bestFirst, graded, gradedColumn } from './scales';

/** Sort orders of rows and groups, and their direction. */
export const ORDERS: readonly Construction[] = [
  pair('what rows are sorted by', 'w:by', 'figure', { zh: '按运费', en: 'by freight' }, (_, by) =>
    by.keys.length > 0 || by.order !== null ? null : { cat: 'sort', by, direction: null },
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
    ({ operator }, sort, facts) => ({
      ...sort,
      direction: directionOf(facts, operator, sort.by.cat === 'figure' ? sort.by : null) ?? sort.direction,
    }),
  ),
  ...either(
    'order of a figure',
    'op:order',
    'figure',
    { zh: '运费从高到低', en: 'freight, highest first' },
    ({ operator }, by, facts) =>
      by.keys.length === 0 && !by.measures.some(isExtremeMeasure) && mayGrade(operator, by)
        ? { cat: 'sort', by, direction: directionOf(facts, operator, by) }
        : null,
  ),
  pair(
    'order of an attribute',
    'op:order',
    'columns',
    { cost: 0.02, zh: '', en: 'sorted by name' },
    ({ operator: { direction } }, { columns }) => sortOf(columns, direction),
  ),
  // A shown attribute of an owner is not also the sort column: names of the customers in descending order.
  pair(
    'order of an attribute, reversed',
    'columns',
    'op:order',
    { cost: 0.02, zh: '名称升序', en: 'name ascending' },
    ({ columns, ofOwner }, { operator: { direction, of } }) => (ofOwner || of ? null : sortOf(columns, direction)),
  ),
  pair(
    'things to be ranked',
    'op:order',
    'set',
    { zh: '', en: 'rank the customers' },
    ({ operator: { direction, time, letters, scale } }, set) =>
      direction === null || time || letters || scale || set.order.length > 0
        ? null
        : { cat: 'to_rank', set, direction },
  ),
  pair(
    'ranked things and their order',
    'to_rank',
    'sort',
    { cost: 0.02, zh: '', en: 'rank the customers by freight' },
    ({ set, direction }, sort, facts) => {
      const by: RankingMeaning = {
        cat: 'ranking',
        by: sort.by,
        direction: sort.direction ?? direction,
        limit: null,
        rank: null,
      };
      const found = ranked(facts, { ...set, asked: true }, by);
      return found && { ...found, meaning: { ...found.meaning, limit: set.limit } };
    },
  ),
  pair(
    'values to be ranked',
    'op:order',
    'columns',
    { zh: '', en: 'rank the regions' },
    ({ operator: { direction, time, letters, scale } }, { columns, asked }) =>
      direction === null || time || letters || scale || asked ? null : { cat: 'values_to_rank', columns, direction },
  ),
  pair(
    'ranked values and their order',
    'values_to_rank',
    'sort',
    { cost: 0.02, zh: '', en: 'rank the regions by freight' },
    ({ columns, direction }, { by, direction: stated }, facts) => {
      const keys = columns.map((column) => ({ column, grain: null }));
      const found = by.cat === 'figure' ? grouped(facts, by, { keys }) : null;
      return (
        found && {
          ...found,
          meaning: { ...found.meaning, implied: false, order: { measure: 0, direction: stated ?? direction } },
        }
      );
    },
  ),
  ...either(
    'sorted things',
    'set',
    'sort',
    { cost: 0.02, zh: '按运费排序的客户', en: 'customers sorted by freight' },
    (set, sort, facts) => {
      const own = set.order.length === 0 && set.select.length > 0 ? ownColumn(facts, set, sort) : null;
      if (own)
        return {
          meaning: { ...set, asked: true, order: [{ column: own, direction: sort.direction ?? 'asc' }] },
          cost: sort.direction === null ? 0.3 : 0,
        };
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
  ...either(
    'groups sorted by their figure',
    'figure',
    'sort',
    { cost: 0.02, zh: '各大区的订单数，按订单数降序', en: 'orders by region, sorted by the number of orders' },
    (figure, { by, direction }) => {
      const [measure] = by.cat === 'figure' ? by.measures : [];
      const at = figure.measures.findIndex(({ what }) => JSON.stringify(what) === JSON.stringify(measure?.what));
      if (figure.keys.length === 0 || figure.order !== null || direction === null) return null;
      return at < 0 || by.cat !== 'figure' || by.filters.length > 0
        ? null
        : { ...figure, order: { measure: at, direction } };
    },
  ),
  pair(
    'two words of order',
    'op:order',
    'op:order',
    { zh: '排序，降序', en: 'sorted in descending order' },
    (left, right) => (left.operator.time || right.operator.time ? null : right),
  ),
  ...either(
    'attributes in order',
    'columns',
    'sort',
    { cost: 0.02, reversed: 0.02, zh: '客户名称，按名称升序', en: 'customer names, sorted by name' },
    ({ columns }, { by, direction }, facts) => {
      const [first] = columns;
      if (!first || by.cat !== 'column' || by.since || columns.some(({ table }) => table !== first.table)) return null;
      if (by.column.table !== first.table) return null;
      // "Refunds by reason" groups by the reason.
      const areOfKinds =
        facts.role(by.column) === 'dimension' && columns.every((column) => facts.role(column) === 'measure');
      const meaning = {
        ...setOf(first.table, false),
        asked: true,
        select: [...columns],
        order: [{ column: by.column, direction: direction ?? ('asc' as const) }],
      };
      return { meaning, cost: areOfKinds ? AMOUNTS_BY_KIND : 0 };
    },
  ),
  pair(
    'extreme that comes first',
    'ranking',
    'op:extreme',
    { zh: '', en: 'highest freight first' },
    (found, { operator }) =>
      isFirst(operator) && (found.limit ?? found.rank) === null
        ? { cat: 'sort', by: found.by, direction: found.direction }
        : null,
  ),
  pair(
    'best or worst comes first',
    'op:extreme',
    'op:extreme',
    { zh: '', en: 'best first' },
    ({ operator: { direction, scale, limit } }, { operator }) =>
      isFirst(operator) && scale === 'quality' && limit === null ? { cat: 'best_first', direction } : null,
  ),
  ...either(
    'groups, the best or worst first',
    'figure',
    'best_first',
    { cost: 0.02, zh: '', en: 'freight by region, best first' },
    (figure, { direction }, facts) =>
      figure.keys.length > 0 && figure.order === null
        ? {
            ...figure,
            order: { measure: 0, direction: facts.isBetterLower(figure.measures) ? opposite(direction) : direction },
          }
        : null,
  ),
  pair('only so many', 'op:extreme', 'w:only', { zh: '', en: 'top three only' }, (word, _) =>
    word.operator.limit === null ? null : word,
  ),
  pair('only the first', 'w:only', 'op:extreme', { zh: '只看前三', en: 'only the top three' }, (_, word) =>
    word.operator.limit === null ? null : word,
  ),
  pair(
    'first of the groups',
    'figure',
    'op:extreme',
    { cost: 0.03, zh: '各大区的运费，前三名', en: 'freight by region, top three' },
    (figure, { operator: { direction, limit, rank, scale } }, facts) => {
      if (figure.keys.length === 0 || figure.order !== null || limit === null || scale === 'time') return null;
      return { ...figure, order: { measure: 0, direction: graded(facts, figure, scale, direction) }, limit, rank };
    },
  ),
  pair(
    'things in a direction',
    'set',
    'op:order',
    { cost: 0.05, zh: '客户名称升序', en: 'customers, alphabetically' },
    (set, { operator: { direction, time, letters, scale } }, facts) => {
      const [only, ...others] = set.select;
      const [order, ...more] = set.order;
      if (time || direction === null || more.length > 0) return null;
      // "The largest, ordered from largest to smallest" means all of them.
      if (order !== undefined)
        return set.limit === 1 ? { ...set, limit: null, order: [{ ...order, direction }] } : null;
      const named = letters && others.length === 0 ? (only ?? facts.nameColumn(set.thing)) : null;
      const column = scale ? gradedColumn(facts, set, scale) : named;
      return column ? { ...set, asked: true, order: [{ column, direction }] } : null;
    },
  ),
  ...either(
    'sorted groups',
    'figure',
    'op:order',
    { cost: 0.02, zh: '各大区运费降序', en: 'freight by region descending' },
    (figure, { operator }, facts) => {
      const direction = directionOf(facts, operator, figure);
      return figure.keys.length > 0 && direction !== null && figure.order === null && mayGrade(operator, figure)
        ? { ...figure, order: { measure: 0, direction } }
        : null;
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
];

/** Cost of listing amounts in the order of their kinds, by which they are rather summed. */
const AMOUNTS_BY_KIND = 0.25;

function sortOf([column, ...more]: readonly ColumnRef[], direction: SortMeaning['direction']): SortMeaning | null {
  return column && more.length === 0 ? { cat: 'sort', by: { cat: 'column', column }, direction } : null;
}

/** Rows are sorted by their amounts, not by the highest amount. */
const isExtremeMeasure = ({ what }: FigureMeaning['measures'][number]): boolean =>
  what.kind === 'aggregate' && isExtreme(what.fn);
/** Counts are not expensive, long or heavy. */
const mayGrade = ({ scale }: Extract<Operator, { op: 'order' }>, figure: FigureMeaning): boolean =>
  scale === undefined || scale === 'size' || !isCount(figure);

/** The sort direction; "best first" depends on whether a lower figure is better. */
const directionOf = (
  facts: Facts,
  { direction, quality, scale }: Extract<Operator, { op: 'order' }>,
  figure: FigureMeaning | null,
): 'asc' | 'desc' | null => {
  if (direction === null || figure === null) return direction;
  return quality ? bestFirst(facts, figure, direction) : graded(facts, figure, scale ?? null, direction);
};

/** Whether the word is a plain "first". */
const isFirst = ({ direction, scale, limit, rank, top }: Extract<Operator, { op: 'extreme' }>): boolean =>
  direction === 'asc' && scale === 'time' && limit === null && rank === null && !top;

/** The sort column, if the rows have it themselves; else null. */
function ownColumn(facts: Facts, set: SetMeaning, { by }: SortMeaning): ColumnRef | null {
  if (by.cat === 'column' && by.since) return null;
  const column = by.cat === 'column' ? by.column : by.filters.length + by.periods.length === 0 ? by.bare : null;
  const own = column && facts.inRole(set.thing, column);
  return own?.table === set.thing ? own : null;
}
