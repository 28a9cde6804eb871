import { z } from 'zod';

/**
 * The semantic query: the single structure into which a question is parsed, that the cache compares and that the SQL
 * compiler reads. Names in it are the model's (tables, columns, entities, fields, metrics), never SQL text; values are
 * data and are bound as parameters.
 */

/** The origin of a part in the (normalised) question; absent for defaults. */
export const spanSchema = z.object({ start: z.number().int(), end: z.number().int(), text: z.string() });
export type Span = z.infer<typeof spanSchema>;

/** A civil date, `YYYY-MM-DD`, in the user's time zone. */
export const civilDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Whole days; `from` is included, `to` is EXCLUDED; null leaves that side open. */
export const dateRangeSchema = z.object({
  from: civilDateSchema.nullable(),
  to: civilDateSchema.nullable(),
  /** The name in the answer, in the user's language: `2025年（2025-01-01 至 2025-12-31）`. */
  label: z.string(),
});
export type DateRange = z.infer<typeof dateRangeSchema>;

/** A column of a table, or a field of an entity (`table` is then the entity's id). */
export const columnRefSchema = z.object({ table: z.string(), column: z.string() });
export type ColumnRef = z.infer<typeof columnRefSchema>;

export const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
export type Scalar = z.infer<typeof scalarSchema>;

export const grainSchema = z.enum(['day', 'week', 'month', 'quarter', 'year']);
export type Grain = z.infer<typeof grainSchema>;

export const aggregateFunctionSchema = z.enum(['count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'median']);
export type AggregateFunction = z.infer<typeof aggregateFunctionSchema>;

/** The functions that may also aggregate the figures of groups, or of the other things that one is compared with. */
export const overFunctionSchema = aggregateFunctionSchema.extract(['avg', 'median', 'min', 'max']);
export type OverFunction = z.infer<typeof overFunctionSchema>;

/** The units of a length of time. */
export const elapsedUnitSchema = z.enum(['day', 'hour', 'minute']);
export type ElapsedUnit = z.infer<typeof elapsedUnitSchema>;

/**
 * The start of a length of time that ends at another column of the row, or of a row that it looks up. Days are whole
 * civil days: the user's, or those of the wall clock of a `timestamp` without zone. Hours and minutes need two times of
 * one type. A row without either time has no length, and one whose end precedes its start has a negative one.
 */
export const sinceSchema = columnRefSchema.extend({ unit: elapsedUnitSchema });
export type Since = z.infer<typeof sinceSchema>;

/** Recurring part of time: the hour of the day, the day of the week, the month of the year. */
export const timePartSchema = z.enum(['hour', 'weekday', 'month']);
export type TimePart = z.infer<typeof timePartSchema>;

/**
 * Recurring times, by the civil clock of the column's periods: weekdays (1 is Monday, 7 Sunday), months (1–12), or a
 * range of each day in minutes since midnight, `from` included and `to` excluded; a range whose end precedes its start
 * continues past midnight.
 */
export const recurrenceSchema = z.discriminatedUnion('unit', [
  z.object({ unit: z.enum(['weekday', 'month']), values: z.array(z.number().int()).min(1) }),
  z.object({
    unit: z.literal('time_of_day'),
    from: z.number().int().min(0).max(1439),
    to: z.number().int().min(1).max(1440),
  }),
]);
export type Recurrence = z.infer<typeof recurrenceSchema>;

const compareOperatorSchema = z.enum(['=', '!=', '<', '<=', '>', '>=']);
export type CompareOperator = z.infer<typeof compareOperatorSchema>;

/** A grouping of rows. */
const groupingSchema = z.object({
  column: columnRefSchema,
  /** Set for a time column that is truncated to periods. */
  grain: grainSchema.optional(),
  /**
   * Set for a time column whose recurring periods are one group: all Mondays. Hours are 0–23, weekdays 1–7 from Monday.
   * Never with `grain`.
   */
  part: timePartSchema.optional(),
});
export type Grouping = z.infer<typeof groupingSchema>;

/** A condition on rows. `span`: the words that requested it; absent for defaults. */
export type Filter = {
  span?: Span;
  /** business words for the answer's disclosure, set when a default was filled in */ note?: string;
} & (
  | { kind: 'compare'; column: ColumnRef; op: CompareOperator; value: Scalar }
  | { kind: 'in'; column: ColumnRef; values: Scalar[]; negated: boolean }
  | { kind: 'between'; column: ColumnRef; from: Scalar; to: Scalar; negated: boolean }
  | { kind: 'text'; column: ColumnRef; match: 'contains' | 'starts' | 'ends'; value: string; negated: boolean }
  | { kind: 'null'; column: ColumnRef; negated: boolean }
  | { kind: 'time'; column: ColumnRef; range: DateRange; negated: boolean }
  /** Rows with recurring times: "orders on Mondays", "between 9 and 11 am". A date column has no time of day. */
  | { kind: 'recurring'; column: ColumnRef; times: Recurrence; negated: boolean }
  /** The greatest stored value of the column, e.g. the latest assessed year (`default: latest`). */
  | { kind: 'latest'; column: ColumnRef }
  /** A term with a fixed filter in the model; `role`: applied to that role of the term's table. */
  | { kind: 'term'; id: string; negated: boolean; role?: string }
  /**
   * Rows of the subject with related rows in `table` that satisfy `filters`, or without any (`negated`): "customers
   * with no order in 2025". `count`: a bound on the number of related rows. `all`: related to every row of `table` that
   * satisfies `filters`, "amenities common to all hotels in Rome"; never with `count`.
   */
  | {
      kind: 'exists';
      table: string;
      filters: Filter[];
      negated: boolean;
      count?: { op: CompareOperator; value: number };
      all?: true;
    }
  | { kind: 'or'; filters: Filter[] }
  /**
   * Compares the column with an aggregate of all rows: "products priced above average". `times`: a multiple of it, for
   * numbers only. `among`: an aggregate of only the rows that satisfy these filters, independent of the question's
   * other conditions: "dearer than the Alpha lamp" is above the greatest price of that name.
   */
  | {
      kind: 'compare_aggregate';
      column: ColumnRef;
      op: CompareOperator;
      fn: AggregateFunction;
      times?: number;
      among?: Filter[];
    }
  /**
   * Compares two columns of the same row, or of a row that it looks up: "paid after the due date". Times of one type
   * are compared directly, of two types by their civil days. `by`: minimum difference of `column` from `other`, for
   * times in `unit` as in `Since`, for numbers without one: "more than 5 days after". False if either value is missing,
   * whatever the operator.
   */
  | {
      kind: 'compare_columns';
      column: ColumnRef;
      op: CompareOperator;
      other: ColumnRef;
      by?: { value: number; unit: ElapsedUnit | null };
    }
  /**
   * A figure of each row of `thing`, over the rows that a grouping by the thing would give it: "customers who spent
   * more than 1000". Rows that look up the thing are filtered by it ("orders of customers with …"); rows without one do
   * not match. The figure's own `where` narrows the rows, the question's other conditions do not. A thing without rows
   * has 0 for a count or sum and no value otherwise. With `against`, `value` is a multiple of that figure: over all
   * things that satisfy the question's conditions on them, or over `among`.
   */
  | { kind: 'bound'; thing: string; measure: Measure; op: CompareOperator; value: number; against?: Against }
);

/**
 * The comparison of a figure with other figures instead of a number: `fn` of this figure over all things or groups that
 * have one, "more orders than the average customer", or over those that satisfy `among`, "fewer loans than the Harbour
 * branch". Several things of one name all count: the greatest for "more", the least for "less".
 */
export interface Against {
  fn: OverFunction;
  among?: Filter[];
}

/**
 * A figure. In `what`, `metric` is a metric of the model (form: its own value, the weighted composite of a parent, or —
 * as one measure per child — its children); `aggregate` is derived from a column, or counts the rows of `table` (a
 * related table is counted without fan-out).
 */
export interface Measure {
  span?: Span;
  label: string;
  what:
    | { kind: 'metric'; id: string; form: 'value' | 'composite' }
    /** `since`: of the length of time from that column to `column`, "average days from order to shipping". */
    | { kind: 'aggregate'; fn: AggregateFunction; table: string; column?: ColumnRef; since?: Since };
  /** A condition on the rows of this measure only (SQL `FILTER`). */
  where?: Filter[];
  /**
   * Divisor, another figure over the same groups: "revenue per order", "orders per customer". Each is computed over its
   * own rows, which a join never multiplies. An empty sum divides as 0; a zero or missing divisor gives no value. Never
   * with `share`.
   */
  per?: Measure;
  /**
   * Computed for each group of `by` first, then aggregated over these groups: "average daily orders", "the most orders
   * in one month", "average of the customers' totals". Groups are those with a key and rows, also under `where` unless
   * the measure is divided; for a time column also each period without rows, with 0 for a count or sum, within the
   * conditions' range (an open end is today). Never with `share`.
   */
  over?: { fn: OverFunction; by: Grouping[] };
  /**
   * Converts the value to its share of the total over all groups, or, with `filtered`, to the share of rows that also
   * satisfy `where` (a conditional ratio).
   */
  share?: { of: 'total' | 'filtered'; where?: Filter[] };
}

export const filterSchema: z.ZodType<Filter> = z.lazy(() => {
  const common = { span: spanSchema.optional(), note: z.string().optional() };
  return z.discriminatedUnion('kind', [
    z.object({
      ...common,
      kind: z.literal('compare'),
      column: columnRefSchema,
      op: compareOperatorSchema,
      value: scalarSchema,
    }),
    z.object({
      ...common,
      kind: z.literal('in'),
      column: columnRefSchema,
      values: z.array(scalarSchema).min(1),
      negated: z.boolean(),
    }),
    z.object({
      ...common,
      kind: z.literal('between'),
      column: columnRefSchema,
      from: scalarSchema,
      to: scalarSchema,
      negated: z.boolean(),
    }),
    z.object({
      ...common,
      kind: z.literal('text'),
      column: columnRefSchema,
      match: z.enum(['contains', 'starts', 'ends']),
      value: z.string(),
      negated: z.boolean(),
    }),
    z.object({ ...common, kind: z.literal('null'), column: columnRefSchema, negated: z.boolean() }),
    z.object({
      ...common,
      kind: z.literal('time'),
      column: columnRefSchema,
      range: dateRangeSchema,
      negated: z.boolean(),
    }),
    z.object({
      ...common,
      kind: z.literal('recurring'),
      column: columnRefSchema,
      times: recurrenceSchema,
      negated: z.boolean(),
    }),
    z.object({ ...common, kind: z.literal('latest'), column: columnRefSchema }),
    z.object({ ...common, kind: z.literal('term'), id: z.string(), negated: z.boolean(), role: z.string().optional() }),
    z.object({
      ...common,
      kind: z.literal('exists'),
      table: z.string(),
      filters: z.array(filterSchema),
      negated: z.boolean(),
      count: z.object({ op: compareOperatorSchema, value: z.number() }).optional(),
      all: z.literal(true).optional(),
    }),
    z.object({ ...common, kind: z.literal('or'), filters: z.array(filterSchema).min(1) }),
    z.object({
      ...common,
      kind: z.literal('compare_aggregate'),
      column: columnRefSchema,
      op: compareOperatorSchema,
      fn: aggregateFunctionSchema,
      times: z.number().optional(),
      among: z.array(filterSchema).optional(),
    }),
    z.object({
      ...common,
      kind: z.literal('compare_columns'),
      column: columnRefSchema,
      op: compareOperatorSchema,
      other: columnRefSchema,
      by: z.object({ value: z.number(), unit: elapsedUnitSchema.nullable() }).optional(),
    }),
    z.object({
      ...common,
      kind: z.literal('bound'),
      thing: z.string(),
      measure: measureSchema,
      op: compareOperatorSchema,
      value: z.number(),
      against: againstSchema.optional(),
    }),
  ]);
});

export const againstSchema: z.ZodType<Against> = z.lazy(() =>
  z.object({ fn: overFunctionSchema, among: z.array(filterSchema).optional() }),
);

export const measureSchema: z.ZodType<Measure> = z.lazy(() =>
  z.object({
    span: spanSchema.optional(),
    label: z.string(),
    what: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('metric'), id: z.string(), form: z.enum(['value', 'composite']) }),
      z.object({
        kind: z.literal('aggregate'),
        fn: aggregateFunctionSchema,
        table: z.string(),
        column: columnRefSchema.optional(),
        since: sinceSchema.optional(),
      }),
    ]),
    where: z.array(filterSchema).optional(),
    per: measureSchema.optional(),
    over: z.object({ fn: overFunctionSchema, by: z.array(groupingSchema).min(1) }).optional(),
    share: z.object({ of: z.enum(['total', 'filtered']), where: z.array(filterSchema).optional() }).optional(),
  }),
);

export const dimensionSchema = z.object({
  span: spanSchema.optional(),
  label: z.string(),
  ...groupingSchema.shape,
});
export type Dimension = z.infer<typeof dimensionSchema>;

/** Two periods of one time column, side by side with their difference and growth. */
export const periodComparisonSchema = z.object({
  span: spanSchema.optional(),
  column: columnRefSchema,
  base: dateRangeSchema,
  current: dateRangeSchema,
});
export type PeriodComparison = z.infer<typeof periodComparisonSchema>;

/**
 * Compares each period of a breakdown by time with another one, by difference and growth: the previous period of the
 * breakdown (the first has none), or the same period of the previous year, under the same conditions with the
 * breakdown's range moved back by a year. One measure, no share.
 */
export const periodSeriesSchema = z.object({
  /** The time dimension, which has a grain: for `year_before` no week. */
  dimension: z.number().int(),
  to: z.enum(['previous', 'year_before']),
});
export type PeriodSeries = z.infer<typeof periodSeriesSchema>;

export const nearSchema = z.object({
  span: spanSchema.optional(),
  /** The place: stored rows found by name (they are left out of the result), or a coordinate in WGS 84. */
  place: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stored'), nameColumn: columnRefSchema, value: z.string() }),
    z.object({ kind: z.literal('point'), longitude: z.number(), latitude: z.number(), label: z.string() }),
  ]),
  location: columnRefSchema,
  /** Null: no radius, nearest first. */
  radiusMeters: z.number().positive().nullable(),
});
export type Near = z.infer<typeof nearSchema>;

export const orderSchema = z.object({
  span: spanSchema.optional(),
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('measure'), index: z.number().int() }),
    z.object({ kind: z.literal('dimension'), index: z.number().int() }),
    /** `since`: by the length of time from that column to `column`, which a list of rows then also shows. */
    z.object({ kind: z.literal('column'), column: columnRefSchema, since: sinceSchema.optional() }),
    z.object({ kind: z.literal('distance') }),
    /**
     * The difference (`change`) or the ratio (`growth`) of measure `index` between two periods, of `compare` or of
     * `series`.
     */
    z.object({ kind: z.literal('change'), index: z.number().int() }),
    z.object({ kind: z.literal('growth'), index: z.number().int() }),
  ]),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.infer<typeof orderSchema>;

export const strategySchema = z.enum(['summary', 'coverage', 'spatial', 'detail']);
export type Strategy = z.infer<typeof strategySchema>;

export const semanticQuerySchema = z.object({
  subject: z.object({ kind: z.enum(['table', 'entity']), name: z.string(), span: spanSchema.optional() }),
  strategy: strategySchema,
  /** Empty for a list of rows. */
  measures: z.array(measureSchema),
  dimensions: z.array(dimensionSchema),
  /** Columns requested by name in a list; empty: the compiler selects the subject's descriptive ones. */
  select: z.array(columnRefSchema),
  distinct: z.boolean(),
  filters: z.array(filterSchema),
  /**
   * Conditions on measures after grouping: "customers with more than 5 orders". With `against`, `value` is a multiple
   * of the figure of the groups before any of these conditions; with `among`, of all matching rows of the question that
   * satisfy it, as one group.
   */
  having: z.array(
    z.object({
      span: spanSchema.optional(),
      measure: measureSchema,
      op: compareOperatorSchema,
      value: z.number(),
      against: againstSchema.optional(),
    }),
  ),
  compare: periodComparisonSchema.nullable(),
  /** Optional, because queries of older versions lack it, like the other optional members. */
  series: periodSeriesSchema.optional(),
  /**
   * One row for each grouped thing, including those without rows: "customers and their number of orders". They have 0
   * for a count or sum and no value otherwise; rows without a thing are omitted. Conditions on the things narrow them,
   * others only their rows.
   */
  withNone: z.literal(true).optional(),
  near: nearSchema.nullable(),
  order: z.array(orderSchema),
  limit: z.number().int().positive().nullable(),
  /** Offset before the limit: 1 for "the second largest". Only with a limit. */
  offset: z.number().int().positive().optional(),
  /** The limit applies within each value of this dimension: "top 3 products of each category". */
  limitPer: z.number().int().nullable(),
});
export type SemanticQuery = z.infer<typeof semanticQuerySchema>;

/** A column of the compiled statement's result, in order. */
export const outputColumnSchema = z.object({
  /** The SQL alias: an opaque key such as `c1`, so that no physical name reaches the result. */
  key: z.string(),
  label: z.string(),
  role: z.enum([
    'name',
    'dimension',
    'time',
    'measure',
    'share',
    'change',
    'growth',
    'distance',
    'geo',
    'source',
    'text',
  ]),
  grain: grainSchema.optional(),
  unit: z.string().optional(),
  format: z.enum(['number', 'integer', 'percent', 'currency', 'date', 'text']).optional(),
  /** Names of stored values in the user's language: `{ A: '优秀' }`; for display, never for queries. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  better: z.enum(['higher', 'lower']).optional(),
  /** One counted thing may be in several groups, so values or shares need not add up to the whole. */
  overlapping: z.boolean().optional(),
});
export type OutputColumn = z.infer<typeof outputColumnSchema>;

/** A PostgreSQL statement with bound parameters, and the meaning of its columns. */
export const compiledQuerySchema = z.object({
  /** Its author; absent: the planner's compiler. A model's statement has no parameters. */
  source: z.literal('model').optional(),
  sql: z.string(),
  params: z.array(z.union([scalarSchema, z.null(), z.array(scalarSchema)])),
  columns: z.array(outputColumnSchema),
  /**
   * For a model's statement: whether its rows are groups with figures rather than things; for others the semantic query
   * determines it.
   */
  grouped: z.boolean().optional(),
  /** The answer's disclosure of how rows were selected, in the user's language. */
  notes: z.array(z.string()).optional(),
  /**
   * One-number statements, run in the same transaction: how many bad values a safe cast skipped, or how many rows were
   * omitted for the reason in `note`, with its placeholder `{count}`.
   */
  probes: z.array(
    z.object({
      id: z.enum(['skipped_values']),
      label: z.string(),
      note: z.string().optional(),
      sql: z.string(),
      params: z.array(z.union([scalarSchema, z.null(), z.array(scalarSchema)])),
    }),
  ),
});
export type CompiledQuery = z.infer<typeof compiledQuerySchema>;
