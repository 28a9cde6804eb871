import { aggregateFunctionSchema, type AggregateFunction, type OverFunction } from '@querent/contracts';
import { holdsNumbers, isReadAsTime } from './holds-numbers';
import type { Locale, ModelColumn } from './semantic-model';

type InBoth = Readonly<Record<Locale, string>>;

/** Phrases per language, separated by `|`. */
interface AggregateWords {
  /** Words that always mean the aggregate. */
  named: InBoth;
  /** Words that mean it only in a reading, which knows the argument. */
  read?: InBoth;
  /** Words that indicate it outside of a reading. In a reading they mean more than the aggregate: 人均 is per person. */
  shown?: InBoth;
}

/** A row of the table of aggregates. Every other list of aggregates is derived from this table. */
interface Aggregate {
  /** Counts values, adds them, averages them, or selects the least or the greatest of them. */
  kind: 'count' | 'sum' | 'mean' | 'extreme';
  /** Whether the values of disjoint groups add up to the value of all rows. */
  additive: boolean;
  /** The SQL of the aggregate over the SQL of a row's value. */
  sql(value: string, distinct?: boolean): string;
  /** PostgreSQL's functions that compute it in an expression or a statement. */
  calls: readonly string[];
  /** Whether it can be applied to a column. */
  fits(column: ModelColumn): boolean;
  /** Null for counts, whose words are more than names (lexicon/closed/figures/aggregate-words.ts). */
  words: AggregateWords | null;
  /** Its name without an argument, as in "is over the average". */
  name: InBoth;
  /** The label of a measure; `{x}` is the label of the argument. */
  label: InBoth;
  /** Words of a reply that choose it among several aggregates. */
  picked: readonly string[];
  /** Prefixes of columns that store the aggregate, such as `total_amount`. */
  kept: readonly string[];
}

/** An aggregate that may be taken over groups: the average of daily totals. `{group}` is the label of the groups. */
interface OverAggregate extends Aggregate {
  over: InBoth;
}

type Aggregates = { readonly [F in AggregateFunction]: F extends OverFunction ? OverAggregate : Aggregate };

const call =
  (fn: string): Aggregate['sql'] =>
  (value, distinct = false) =>
    `${fn}(${distinct ? 'DISTINCT ' : ''}${value})`;

const hasOrder = (column: ModelColumn): boolean =>
  column.isYear ||
  holdsNumbers(column) ||
  isReadAsTime(column) ||
  ['text', 'date', 'timestamp'].includes(column.category);

const TABLE = {
  count: {
    kind: 'count',
    additive: true,
    sql: call('count'),
    calls: ['count'],
    fits: () => true,
    words: null,
    name: { zh: '数量', en: 'count' },
    label: { zh: '{x}数', en: 'number of {x}' },
    picked: ['数量', '个数', 'count', 'number'],
    kept: [],
  },
  count_distinct: {
    kind: 'count',
    additive: false,
    sql: (value) => `count(DISTINCT ${value})`,
    calls: [],
    fits: ({ category }) => category !== 'json' && category !== 'geometry',
    words: null,
    name: { zh: '不同值数', en: 'number of different values' },
    label: { zh: '不同{x}数', en: 'number of distinct {x}' },
    picked: [],
    kept: [],
  },
  sum: {
    kind: 'sum',
    additive: true,
    sql: call('sum'),
    calls: ['sum'],
    fits: holdsNumbers,
    words: {
      named: {
        zh: '总额|总和|合计|总计|总量|累计|之和|加起来|求和|汇总',
        en: 'total|totals|sum|sum of|in total|combined|altogether|aggregate',
      },
      read: {
        zh: '总|一共|总共|共计|总数',
        en: 'add up to|adds up to|added up to|add up|come to|comes to|came to|amount to|amounts to|amounted to|summed up|total of|overall',
      },
      shown: { zh: '', en: 'cumulative' },
    },
    name: { zh: '合计', en: 'total' },
    label: { zh: '{x}合计', en: 'total {x}' },
    picked: ['合计', '总和', '总计', '总额', 'total', 'sum'],
    kept: ['sum', 'total'],
  },
  avg: {
    kind: 'mean',
    additive: false,
    sql: call('avg'),
    calls: ['avg'],
    fits: holdsNumbers,
    words: {
      named: { zh: '平均|平均值|均值|平均数|平均每', en: 'average|avg|mean|on average|averages|averaged' },
      read: { zh: '均', en: 'typical' },
      shown: { zh: '人均|均价|日均|月均|年均', en: '' },
    },
    name: { zh: '平均值', en: 'average' },
    label: { zh: '平均{x}', en: 'average {x}' },
    over: { zh: '平均每{group}的{x}', en: 'average {x} per {group}' },
    picked: ['平均', '均值', '平均值', 'average', 'mean'],
    kept: ['avg', 'average', 'mean'],
  },
  min: {
    kind: 'extreme',
    additive: false,
    sql: call('min'),
    calls: ['min'],
    fits: hasOrder,
    words: {
      named: { zh: '最小值|最低值', en: 'minimum|min|minimal|smallest value|lowest value' },
      read: { zh: '最小|最低|最少', en: 'lowest|smallest' },
      shown: { zh: '最小数', en: '' },
    },
    name: { zh: '最小值', en: 'least' },
    label: { zh: '最小{x}', en: 'minimum {x}' },
    over: { zh: '每{group}最低的{x}', en: 'lowest {x} per {group}' },
    picked: ['最小', '最低', 'minimum', 'lowest'],
    kept: ['min', 'minimum'],
  },
  max: {
    kind: 'extreme',
    additive: false,
    sql: call('max'),
    calls: ['max'],
    fits: hasOrder,
    words: {
      named: { zh: '最大值|最高值|峰值', en: 'maximum|max|maximal|largest value|highest value' },
      read: { zh: '最大|最高|最多', en: 'highest|largest|biggest' },
      shown: { zh: '最大数', en: '' },
    },
    name: { zh: '最大值', en: 'greatest' },
    label: { zh: '最大{x}', en: 'maximum {x}' },
    over: { zh: '每{group}最高的{x}', en: 'highest {x} per {group}' },
    picked: ['最大', '最高', 'maximum', 'highest'],
    kept: ['max', 'maximum'],
  },
  median: {
    kind: 'mean',
    additive: false,
    // PostgreSQL has no function `median`.
    sql: (value) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value})`,
    calls: ['median', 'percentile_cont', 'percentile_disc'],
    fits: holdsNumbers,
    words: { named: { zh: '中位数|中值|中位', en: 'median' } },
    name: { zh: '中位数', en: 'median' },
    label: { zh: '{x}中位数', en: 'median {x}' },
    over: { zh: '每{group}{x}的中位数', en: 'median {x} per {group}' },
    picked: [],
    kept: [],
  },
} satisfies Aggregates;

/** The aggregates of semantic queries. Other aggregates of PostgreSQL occur only in expressions and are not listed. */
export const AGGREGATES: Aggregates = TABLE;

type OfKind<K extends Aggregate['kind']> = {
  [F in AggregateFunction]: (typeof TABLE)[F]['kind'] extends K ? F : never;
}[AggregateFunction];
export type MeanFunction = OfKind<'mean'>;

/** The aggregate that a function of PostgreSQL computes; undefined for functions that are not in the table. */
export const aggregateCalled = (name: string): AggregateFunction | undefined =>
  AGGREGATE_NAMES.find((fn) => AGGREGATES[fn].calls.includes(name));

/** The names of the aggregates, in the order of the table. */
export const AGGREGATE_NAMES: readonly AggregateFunction[] = aggregateFunctionSchema.options;

/** The least or the greatest: its result is one of the values, of any type with an order. */
export const isExtreme = (fn: AggregateFunction): boolean => AGGREGATES[fn].kind === 'extreme';

/** A count of rows or of distinct values: an integer without unit. */
export const isCounted = (fn: AggregateFunction): boolean => AGGREGATES[fn].kind === 'count';

/** Counts and sums: 0 without rows, and growing with the number of rows. */
export const addsUp = (fn: AggregateFunction): boolean => isCounted(fn) || AGGREGATES[fn].kind === 'sum';

/** Whether the result has the format of the values. The average of integers is not an integer. */
export const keepsFormat = (fn: AggregateFunction): boolean => isExtreme(fn) || AGGREGATES[fn].kind === 'sum';

/** Whether it may be taken over groups. */
export const isOver = (fn: AggregateFunction): fn is OverFunction => 'over' in AGGREGATES[fn];

/** Averages: the mean and the median. */
export const isMean = (fn: AggregateFunction): fn is MeanFunction => AGGREGATES[fn].kind === 'mean';
