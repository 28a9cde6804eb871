import type { AggregateFunction, ColumnRef } from '@querent/contracts';
import {
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  type MeasureDraft,
  pair,
} from '@querent/grammar';
import { isExtreme } from '@querent/model';
import { aggregatedOver } from './figures-of-figures';

/** Sums, averages and extremes of amounts, and several figures side by side. */
export const AGGREGATES: readonly Construction[] = [
  pair(
    'aggregate of amounts',
    'op:aggregate',
    'figure',
    { zh: '平均运费', en: 'average freight' },
    // An average of ratios differs from the ratio of averages.
    ({ operator: { fn } }, figure, facts) => (figure.per !== null ? null : aggregated(figure, fn, facts)),
  ),
  pair(
    'aggregate after its amounts',
    'figure',
    'op:aggregate',
    { zh: '运费合计', en: 'freight in total' },
    (figure, { operator: { fn } }, facts) => {
      const meaning = aggregated(figure, fn, facts);
      // 客户的运费最高 more probably asks for the customer with the extreme.
      return meaning && { meaning, cost: isExtreme(fn) ? 0.15 : 0 };
    },
  ),
  ...either(
    'aggregate of a count',
    'op:aggregate',
    'figure',
    { cost: 0.1, zh: '订单总数, 平均每天的订单数', en: 'total number of orders, average daily orders' },
    ({ operator: { fn } }, figure, facts) => {
      if (fn === 'sum')
        return !figure.implied && isTotal(figure) && !figure.measures.some((one) => isAveraged(facts, one))
          ? figure
          : null;
      const meaning = aggregatedOver(facts, figure, fn);
      // "The average fee per week" more probably averages the fees of each week than the weekly totals.
      return meaning && { meaning, cost: figure.bare === null ? 0 : OF_TOTALS };
    },
  ),
  pair(
    'two aggregates of amounts',
    'op:aggregate',
    'joined',
    { zh: '最小和最大载重', en: 'minimum and maximum freight' },
    ({ operator: { fn } }, { by, what }) => {
      const [measure, ...more] = what.cat === 'figure' ? what.measures : [];
      if (
        by !== 'and' ||
        what.cat !== 'figure' ||
        what.bare !== null ||
        measure?.what.kind !== 'aggregate' ||
        !measure.what.column ||
        more.some((other) => other.what.kind !== 'aggregate' || !isSameColumn(other.what.column, measure))
      )
        return null;
      return { ...what, measures: [{ what: { ...measure.what, fn } }, ...what.measures] };
    },
  ),
  pair(
    'number and amount of the same rows',
    'op:count',
    'joined',
    { cost: 0.02, zh: '数量和总运费', en: 'number and total freight of orders' },
    ({ operator }, { by, what }) => {
      if (operator.amount || operator.people || operator.distinct || by !== 'and' || what.cat !== 'figure') return null;
      const [measure, ...more] = what.measures;
      const isAmount =
        measure?.what.kind === 'aggregate' && measure.what.column !== undefined && measure.what.column !== null;
      if (
        !isAmount ||
        more.length > 0 ||
        what.bare !== null ||
        what.share !== null ||
        what.compare !== null ||
        what.per !== null
      )
        return null;
      return { ...what, measures: [{ what: { kind: 'aggregate', fn: 'count', table: what.thing } }, measure] };
    },
  ),
  pair(
    'aggregate after and',
    'w:and',
    'op:aggregate',
    { zh: '和最小值', en: 'and minimum' },
    (_, { operator: { fn } }) => ({ cat: 'joined_aggregate', fn }),
  ),
  pair(
    'two aggregates after their amount',
    'figure',
    'joined_aggregate',
    { zh: '运费的最大值和最小值', en: '' },
    (figure, { fn }) => {
      const [measure, ...more] = figure.measures;
      if (figure.bare !== null || more.length > 0 || measure?.what.kind !== 'aggregate' || !measure.what.column)
        return null;
      return { ...figure, measures: [measure, { what: { ...measure.what, fn } }] };
    },
  ),
  ...either(
    'extreme of a time or number',
    'op:aggregate',
    'columns',
    { zh: '最早的下单日期', en: 'minimum order date', reversed: 0.15 },
    ({ operator: { fn } }, { columns }, facts) => {
      const [column, ...more] = columns;
      return column && more.length === 0 && isExtreme(fn) && (facts.isTime(column) || facts.isNumber(column))
        ? { ...figureOf(column.table, { kind: 'aggregate', fn, table: column.table, column }) }
        : null;
    },
  ),
  ...either(
    'sum or average of a number that groups',
    'op:aggregate',
    'columns',
    { cost: 0.05, zh: '平均楼层', en: 'average floor' },
    ({ operator: { fn } }, { columns: [column, ...more] }, facts) =>
      column && more.length === 0 && !isExtreme(fn) && facts.isAmount(column) && !facts.isYear(column)
        ? figureOf(column.table, { kind: 'aggregate', fn, table: column.table, column })
        : null,
  ),
  pair(
    'extreme that is asked for',
    'ranking',
    'op:count',
    { zh: '运费最高是多少', en: '' },
    ({ by, direction }, { operator }, facts) => {
      const column = by.cat === 'column' ? by.column : by.bare;
      // 的数量 names a count and does not ask for an amount.
      if (
        operator.asks !== true ||
        column === null ||
        (by.cat === 'column' && by.since !== undefined) ||
        (by.cat === 'figure' && by.keys.length > 0) ||
        !(facts.isNumber(column) || facts.isTime(column))
      )
        return null;
      const figure =
        by.cat === 'figure'
          ? by
          : figureOf(column.table, { kind: 'aggregate', fn: 'max', table: column.table, column });
      return {
        ...figure,
        bare: null,
        measures: [
          { what: { kind: 'aggregate', fn: direction === 'asc' ? 'min' : 'max', table: column.table, column } },
        ],
      };
    },
  ),
  pair(
    'amount that is named twice',
    'figure',
    'figure',
    { cost: 0.05, zh: '门票的平均价格', en: '' },
    (named, figure, facts) => {
      const [measure, ...more] = figure.measures;
      const amount = measure && more.length === 0 ? facts.aggregateOf(measure.what) : null;
      const isSame =
        named.bare !== null && amount?.column.table === named.bare.table && amount.column.column === named.bare.column;
      const isPlain = named.filters.length + named.periods.length + named.keys.length === 0 && named.share === null;
      return isSame && isPlain ? figure : null;
    },
  ),
  pair('two figures', 'figure', 'joined', { zh: '订单数和运费', en: 'orders and freight' }, (figure, { by, what }) => {
    const areMetrics = (one: FigureMeaning): boolean =>
      !one.implied && one.filters.length === 0 && one.measures.every((measure) => measure.what.kind === 'metric');
    if (
      by !== 'and' ||
      what.cat !== 'figure' ||
      figure.keys.length > 0 ||
      figure.periods.length > 0 ||
      (figure.thing !== what.thing && !(areMetrics(figure) && areMetrics(what))) ||
      what.filters.length > 0 ||
      // An average of totals, a share or a ranking cannot be a measure beside another figure.
      what.over !== null ||
      what.share !== null ||
      what.compare !== null ||
      what.per !== null ||
      what.having.length > 0 ||
      what.order !== null
    )
      return null;
    const isKnown = (one: MeasureDraft): boolean =>
      figure.measures.some((other) => JSON.stringify(one) === JSON.stringify(other));
    // "Average basket and average order value": two names of one figure.
    if (what.measures.every(isKnown))
      return { ...figure, keys: what.keys, periods: [...figure.periods, ...what.periods] };
    if (what.measures.some(isKnown)) return null;
    const both = (others: FigureMeaning['measures']): FigureMeaning => ({
      ...figure,
      bare: null,
      implied: false,
      measures: [...settled(figure).measures, ...others],
      keys: what.keys,
      periods: [...figure.periods, ...what.periods],
    });
    // "The average height and weight": the aggregate of the first amount applies to both.
    const [{ what: first } = { what: null }, ...more] = figure.measures;
    const fn =
      first?.kind === 'aggregate' && first.column && figure.bare === null && more.length === 0 ? first.fn : null;
    if (fn === null || fn === 'sum' || what.bare === null || what.thing !== figure.thing)
      return both(settled(what).measures);
    const column = what.bare;
    return both([{ what: { kind: 'aggregate', fn, table: what.thing, column } }]);
  }),
];

const isSameColumn = (column: ColumnRef | undefined, { what }: MeasureDraft): boolean =>
  what.kind === 'aggregate' && what.column?.table === column?.table && what.column?.column === column?.column;

/** A column of amounts without an aggregate, read as its sum. The normal form may replace the sum. */
export function settled(figure: FigureMeaning): FigureMeaning {
  return { ...figure, bare: null, implied: false };
}

/** Cost of reading the average of amounts as the average of totals. */
const OF_TOTALS = 0.05;

/** Whether "total" does not change a figure. */
const isTotal = ({ bare, measures }: FigureMeaning): boolean =>
  bare === null && measures.every(({ what }) => what.kind === 'metric' || what.fn === 'count');

/** Whether a metric is already an average: "average reply time", "average cost per copy". */
function isAveraged(facts: Facts, { what }: MeasureDraft): boolean {
  if (facts.aggregateOf(what)?.fn === 'avg') return true;
  const { expression = '', label } = (what.kind === 'metric' ? facts.model.metrics[what.id] : undefined) ?? {};
  const isForOne = PER_ONE.test(label?.en ?? '') || PER_ONE_ZH.test(label?.zh ?? '');
  return /^\s*avg\s*\([^/]*$/i.test(expression) || (isForOne && RATIO_OF_ALL.test(expression));
}

/** An expression that divides one aggregate of all rows by another. */
const RATIO_OF_ALL = /^\s*(?:\d+(?:\.\d+)?\s*\*\s*)?(?:sum|count)\s*\([^/]*\/[^/]*\b(?:sum|count)\s*\([^/]*$/iu;
const PER_ONE = /(?<![a-z])per [a-z]/iu;
const PER_ONE_ZH = /^(?:单|每|均|平均|人均)|均/u;

/** Applies an aggregate to amounts that have none. */
export function aggregated(figure: FigureMeaning, fn: AggregateFunction, facts: Facts): FigureMeaning | null {
  const [measure, ...more] = figure.measures;
  // "Average daily freight" averages the totals of the days.
  if (more.length > 0 || !measure || figure.keys.some(({ each, grain }) => each && grain !== null)) return null;
  if (figure.bare === null) return fn === 'avg' && isAveraged(facts, measure) ? figure : null;
  return {
    ...figure,
    bare: null,
    measures: [{ what: { kind: 'aggregate', fn, table: figure.thing, column: figure.bare } }],
  };
}
