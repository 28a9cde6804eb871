import {
  type Construction,
  countOf,
  either,
  type FigureMeaning,
  figureOf,
  figureWithCondition,
  isBound,
  narrowed,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { grouped } from './groupings';
import { besideEach } from '../rows/figures-of-things';

/** "How many of each": a figure for each of the groups or values before it. */
export const COUNTS_OF_EACH: readonly Construction[] = [
  pair('how many of each', ['w:each', 'w:respectively'], 'op:count', { zh: '各有多少', en: '' }, (_, { operator }) => ({
    cat: 'each_count',
    ...(operator.done && { done: true as const }),
  })),
  pair(
    'light verb before how many times',
    ['w:do', 'w:trade'],
    'op:count',
    { cost: 0.02, zh: '出现几次', en: '' },
    (verb, word) => {
      // The actions are counted, not the actors.
      const isTrade = (verb as { cat: string }).cat === 'w:trade';
      const isOfRows =
        word.operator.rows || word.operator.counter || (isTrade && word.operator.asks && !word.operator.amount);
      return isOfRows ? { ...word, operator: { ...word.operator, done: true as const } } : null;
    },
  ),
  pair('figure apart', 'w:respectively', 'figure', { cost: 0.02, zh: '分别下了多少单', en: '' }, (_, figure) =>
    figure.keys.length > 0 ? null : { ...figure, respectively: true },
  ),
  pair(
    'figure apart, after',
    'figure',
    'w:respectively',
    { cost: 0.03, zh: '', en: 'freight respectively' },
    (figure) => ({
      ...figure,
      respectively: true,
    }),
  ),
  pair('how many of each, after', 'op:count', 'w:each', { zh: '', en: 'how many each' }, ({ operator }) =>
    operator.asks ? { cat: operator.amount ? 'each_amount' : 'each_count' } : null,
  ),
  pair(
    'light verb after how much of each',
    'each_amount',
    ['w:do', 'w:with'],
    { cost: 0.02, zh: '', en: 'how much did each spend' },
    (each) => each,
  ),
  pair(
    'and how much of each',
    ['w:and', 'w:comma'],
    'each_amount',
    { zh: '', en: 'and how much each' },
    (_, each) => each,
  ),
  pair(
    'things within a bound, and how much each',
    'set',
    'each_amount',
    { cost: 0.02, zh: '', en: 'customers who spent more than 1000, and how much each' },
    (set, _, facts) => {
      const isAmount = set.having.every(({ figure }) => figure.measures.every(({ what }) => !facts.isCount(what)));
      return set.having.length > 0 && isAmount ? { ...set, asked: true } : null;
    },
  ),
  pair(
    'light verb after how many of each',
    'each_count',
    ['w:do', 'w:with'],
    { cost: 0.02, zh: '', en: 'how many each has' },
    (each) => each,
  ),
  pair(
    'and how many of each',
    ['w:and', 'w:comma'],
    'each_count',
    { zh: '', en: 'and how many of each' },
    (marker, each) => ({
      cat: 'each_count',
      ...((each.joined || (marker as { cat: string }).cat === 'w:and') && { joined: true as const }),
    }),
  ),
  pair(
    'and how many',
    ['w:and', 'w:comma'],
    'op:count',
    { cost: 0.02, zh: '', en: 'and how many' },
    (_, { operator }) => (operator.amount ? null : { cat: 'each_count' }),
  ),
  pair(
    'things and how many of their rows',
    'set',
    'each_count',
    { cost: 0.03, zh: '', en: 'which customers have overdue orders, and how many' },
    (set, _, facts) => {
      const [rows, ...more] = set.filters.flatMap((one) => (one.kind === 'exists' && !one.negated ? [one] : []));
      if (!rows || more.length > 0 || !(set.asked || hasOwnRows(set))) return null;
      const { table, filters, count } = rows;
      const figure = {
        ...figureOf(table, { kind: 'aggregate', fn: 'count', table }),
        filters,
      };
      const made = besideEach(facts, { ...set, filters: set.filters.filter((one) => one !== rows) }, figure);
      if (made?.meaning.cat !== 'figure') return null;
      const bound = count && { figure, op: count.op, value: count.value, filter: null };
      return {
        cost: made.cost,
        meaning: { ...made.meaning, withNone: false, having: bound ? [bound] : [] },
      };
    },
  ),
  pair(
    'values and how many rows of each',
    ['columns', 'keys'],
    'each_count',
    { cost: 0.1, zh: '渠道各有多少', en: 'order channels, and how many each' },
    (what, _, facts) => {
      const columns =
        what.cat === 'columns' ? what.columns : what.keys.flatMap(({ column, grain }) => (grain ? [] : (column ?? [])));
      const [column] = columns;
      if (!column || columns.some(({ table }) => table !== column.table)) return null;
      // 金额分别是多少 asks for the amounts, not for a number of rows.
      if (what.cat === 'columns' && columns.some((one) => facts.role(one) === 'measure')) return null;
      if (what.cat === 'keys' && columns.length < what.keys.length) return null;
      const count = countOf(setOf(column.table, true));
      if (count === null) return null;
      // Each row has a count of one.
      const ofRows = columns.length > 1 && columns.some((one) => one.column === facts.nameColumn(column.table)?.column);
      return {
        meaning: { ...count, keys: columns.map((one) => ({ column: one, grain: null })) },
        cost: ofRows ? OF_EACH_ROW : 0,
      };
    },
  ),
  pair(
    'values and their figure',
    'columns',
    'joined',
    { cost: 0.1, zh: '大区及其运费', en: 'regions and their freight' },
    ({ columns }, { by, what }, facts) =>
      by === 'their' && what.cat === 'figure' && what.keys.length === 0 && what.order === null
        ? grouped(facts, what, { keys: columns.map((column) => ({ column, grain: null })) })
        : null,
  ),
  pair('figure of each, after it', 'figure', 'w:each', { cost: 0.02, zh: '', en: 'how many orders each' }, (figure) =>
    figure.implied || figure.keys.length > 0 || figure.order !== null ? null : { cat: 'figure_of_each', of: figure },
  ),
  pair(
    'light verb after a figure of each',
    'figure_of_each',
    ['w:do', 'w:with'],
    { cost: 0.02, zh: '', en: 'how many orders each placed' },
    (figure) => figure,
  ),
  pair(
    'and a figure of each',
    ['w:and', 'w:comma', 'w:with'],
    'figure_of_each',
    { zh: '', en: 'and how many orders each' },
    (_, { of }) => ({ cat: 'joined', by: 'their', what: of }),
  ),
  pair('how many rows of each', 'each_count', 'set', { cost: 0.08, zh: '各有多少客户', en: '' }, (_, set) => {
    const of = apart(countOf({ ...set, asked: false }));
    return (
      of && [
        { meaning: of, cost: 0.2 },
        { cat: 'each_of', of },
      ]
    );
  }),
  pair(
    'rows of which how many each',
    'set',
    'each_count',
    { cost: 0.12, zh: '客户各有多少', en: '' },
    (set, { done, joined }, facts) =>
      (done && !facts.isEvent(set.thing)) ||
      joined ||
      set.filters.some(isBound) ||
      set.asked ||
      hasOwnRows(set) ||
      set.filters.some((filter) => filter.kind === 'in') ||
      facts.isNaming(set.thing, set.filters)
        ? null
        : apart(countOf({ ...set, asked: false })),
  ),
  ...either(
    'count of each listed value',
    'set',
    'each_count',
    { zh: 'A和B的设备各有多少', en: '' },
    (set, { done }, facts) => {
      if (done && !facts.isEvent(set.thing)) return null;
      const listed = set.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
      const [one, ...more] = listed;
      const count = countOf({ ...set, asked: false });
      return count && one?.kind === 'in' && more.length === 0
        ? { ...count, keys: [{ column: one.column, grain: null }], respectively: 'loosely' }
        : null;
    },
  ),
  pair(
    'figure of each that is asked for',
    'figure',
    'each_count',
    { cost: 0.02, zh: '各大区的运费分别是多少', en: '' },
    (figure) => {
      if (figure.keys.length > 0 || figure.measures.length > 1) return apart(figure);
      const listed = figure.filters.filter(
        (filter) => filter.kind === 'in' || (filter.kind === 'compare' && filter.op === '!='),
      );
      const [one, ...more] = listed;
      return one && 'column' in one && more.length === 0
        ? { ...figure, keys: [{ column: one.column, grain: null }] }
        : { cat: 'each_of', of: figure };
    },
  ),
  ...either(
    'groups and what each has',
    ['keys', 'columns'],
    'each_of',
    { cost: 0.03, zh: '各大区各有多少客户', en: '' },
    (by, { of }, facts) => {
      if (by.cat === 'keys') return grouped(facts, of, { keys: by.keys });
      // How many seats each hall has is not the number of halls by their seats.
      const isAmount = by.columns.some((column) => facts.role(column) === 'measure');
      return isAmount ? null : grouped(facts, of, { keys: by.columns.map((column) => ({ column, grain: null })) });
    },
  ),
  ...either('period of what each has', 'each_of', 'period', { zh: '今年各有多少客户', en: '' }, ({ of }, { use }) =>
    of.periods.length === 0 && of.compare === null ? { cat: 'each_of', of: { ...of, periods: [use] } } : null,
  ),
  pair('figure of each of those named', 'w:each', 'figure', { cost: 0.03, zh: '各卖出多少件', en: '' }, (_, figure) =>
    figure.keys.length === 0 && !figure.implied ? { cat: 'each_of', of: figure } : null,
  ),
  pair(
    'listed values and what each has',
    'condition',
    'each_of',
    { zh: '上海和北京各有多少运费', en: '' },
    (found, { of }, facts) => {
      const [one, ...more] = found.filters;
      return one?.kind === 'in' && !one.negated && more.length === 0
        ? figureWithCondition(facts, of, found).map(({ meaning, cost }) => ({
            meaning: { ...meaning, keys: [{ column: one.column, grain: null }] },
            cost,
          }))
        : null;
    },
  ),
  pair(
    'things of listed kinds and what each has',
    ['set', 'kinds'],
    'each_of',
    { cost: 0.03, zh: '上海和北京的客户各有多少订单, 男患者和女患者各有多少次就诊', en: '' },
    (named, { of }, facts) => {
      const set = named.cat === 'kinds' ? named.set : named;
      const [one, ...more] = set.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
      const attached = one?.kind === 'in' && more.length === 0 ? narrowed(facts, of.thing, set) : null;
      return attached && one?.kind === 'in'
        ? {
            meaning: {
              ...of,
              filters: [...of.filters, ...attached.filters],
              keys: [{ column: one.column, grain: null }],
            },
            cost: attached.cost,
          }
        : null;
    },
  ),
  pair(
    'each after groups and their figure',
    'figure',
    'w:each',
    { cost: 0.02, zh: '', en: 'corn versus rice: how much freight each' },
    (figure) => (figure.keys.length > 0 ? figure : null),
  ),
];

/** Cost of counting rows by their own name. */
const OF_EACH_ROW = 0.2;

/** Marks a figure that is asked for each of the listed values. */
const apart = (figure: FigureMeaning | null): FigureMeaning | null => figure && { ...figure, respectively: 'loosely' };

/**
 * Whether the set has a condition on its number of related rows: "offices with fewer than 20 projects, and how many
 * each has".
 */
const hasOwnRows = ({ predicate, filters }: SetMeaning): boolean =>
  predicate === true && filters.some((one) => one.kind === 'exists' && !one.negated && one.count !== undefined);
