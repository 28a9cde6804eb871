import { z } from 'zod';

/**
 * The semantic query: the one structure that a question is read into, that the cache compares and
 * that the SQL compiler reads. Names in it are the model's (tables, columns, entities, fields,
 * metrics), never SQL text; values are data and are bound as parameters.
 */

/** Where in the (normalised) question a part came from; absent for what a default filled in. */
export const spanSchema = z.object({ start: z.number().int(), end: z.number().int(), text: z.string() });
export type Span = z.infer<typeof spanSchema>;

/** A civil date, `YYYY-MM-DD`, in the asker's time zone. */
export const civilDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Whole days; `from` is included, `to` is EXCLUDED; null leaves that side open. */
export const dateRangeSchema = z.object({
  from: civilDateSchema.nullable(),
  to: civilDateSchema.nullable(),
  /** How the answer names it, in the asker's language: `2025年（2025-01-01 至 2025-12-31）`. */
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

/** Those that are also taken over the figures of groups, and that others of a kind are summed up by. */
export const overFunctionSchema = aggregateFunctionSchema.extract(['avg', 'median', 'min', 'max']);
export type OverFunction = z.infer<typeof overFunctionSchema>;

/** What a length of time is counted in. */
export const elapsedUnitSchema = z.enum(['day', 'hour', 'minute']);
export type ElapsedUnit = z.infer<typeof elapsedUnitSchema>;

/**
 * The time at which a length of time begins that ends at another column of the row, or of one that the row looks up.
 * Days are whole civil days: the asker's, or those of the wall clock of a `timestamp` without zone. Hours and minutes
 * need two moments of one kind. A row without either time has no length, and one that ends before it begins has a
 * negative one.
 */
export const sinceSchema = columnRefSchema.extend({ unit: elapsedUnitSchema });
export type Since = z.infer<typeof sinceSchema>;

/**
 * What part of time comes again, whatever the week, the year or the day: the hour of the day, the day of the week, the
 * month of the year.
 */
export const timePartSchema = z.enum(['hour', 'weekday', 'month']);
export type TimePart = z.infer<typeof timePartSchema>;

/**
 * Times that come again, by the civil clock that periods of the column are counted by: weekdays (1 is Monday, 7
 * Sunday), months (1–12), or a stretch of each day in minutes since midnight, `from` included and `to` excluded; one
 * that ends before it begins goes on past midnight.
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

/** What rows are grouped by. */
const groupingSchema = z.object({
  column: columnRefSchema,
  /** Set for a time column that is cut into periods. */
  grain: grainSchema.optional(),
  /**
   * Set for a time column whose periods of one part are one group: all Mondays. Hours are 0–23, weekdays 1–7 from
   * Monday. Never with `grain`.
   */
  part: timePartSchema.optional(),
});
export type Grouping = z.infer<typeof groupingSchema>;

/** A condition on rows. `span` says which words asked for it; a filled-in default has none. */
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
  /**
   * Rows of times that come again: "orders on Mondays", "between 9 and 11 am". A column that knows only days has no
   * time of day.
   */
  | { kind: 'recurring'; column: ColumnRef; times: Recurrence; negated: boolean }
  /** The greatest stored value of the column, e.g. the latest assessed year (`default: latest`). */
  | { kind: 'latest'; column: ColumnRef }
  /** A term with a fixed filter in the model; `role`: of those who play that role of the term's table. */
  | { kind: 'term'; id: string; negated: boolean; role?: string }
  /**
   * Rows of the subject with (or without) at least `atLeast` related rows: "customers with no order in 2025". `all`:
   * related to every row of `table` that satisfies `filters`, "amenities common to all hotels in Rome"; never with
   * `count`.
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
   * The column against an aggregate of all rows: "products priced above average". `times`: so many times it, of numbers
   * alone. `among`: of the rows that satisfy these, whatever else the question asks: "dearer than the Alpha lamp" is
   * above the greatest price of that name.
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
   * A column against another one of the same row, or of a row that it looks up: "paid after the due date". Times of one
   * kind are compared as they are, of two kinds by their civil days. `by`: how much more `column` is than `other`, of
   * times in `unit` as in `Since`, of numbers without one: "more than 5 days after". Where either is missing it does
   * not hold, whatever the operator.
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
   * more than 1000". Rows that look the thing up are judged by it ("orders of customers with …"); without one it does
   * not hold. The figure's own `where` narrows the rows, the question's other conditions do not. A thing without rows
   * has 0 for a count or sum and no value for the rest. With `against`, `value` is how many times that figure: of all
   * things that the question's conditions on them leave, or of `among`.
   */
  | { kind: 'bound'; thing: string; measure: Measure; op: CompareOperator; value: number; against?: Against }
);

/**
 * What a figure of each thing or group is held against instead of a number: `fn` of this figure over all of them that
 * have one, "more orders than the average customer", or over those that satisfy `among` alone, "fewer loans than the
 * Harbour branch". Several that share a name are all meant: the greatest is taken where more is asked for, the least
 * where less is.
 */
export interface Against {
  fn: OverFunction;
  among?: Filter[];
}

/**
 * A figure. Of `what`, `metric` is one of the model's (form: its own value, the weighted composite of a parent, or — as
 * one measure per child — its children); `aggregate` is derived from a column, or counts the rows of `table` (a related
 * table is counted without fan-out).
 */
export interface Measure {
  span?: Span;
  label: string;
  what:
    | { kind: 'metric'; id: string; form: 'value' | 'composite' }
    /** `since`: of the length of time from that column to `column`, "average days from order to shipping". */
    | { kind: 'aggregate'; fn: AggregateFunction; table: string; column?: ColumnRef; since?: Since };
  /** Only for this measure: rows counted must also satisfy these (SQL `FILTER`). */
  where?: Filter[];
  /**
   * Divided by another figure over the same groups: "revenue per order", "orders per customer". Each is measured over
   * its own rows, which a join never multiplies. A sum of nothing divides as 0; where the divisor is 0 or missing there
   * is no value. Never with `share`.
   */
  per?: Measure;
  /**
   * Worked out for each group of `by` first, then taken over these groups: "average daily orders", "the most orders in
   * one month", "average of the customers' totals". Groups are those that have a key and rows, under `where` too unless
   * it is divided; of a time column also each period without rows, with 0 for a count or sum, of a range that the
   * conditions give it (an open end is today). Never with `share`.
   */
  over?: { fn: OverFunction; by: Grouping[] };
  /**
   * Turns the value into its part of the total over all groups, or, with `filtered`, into the part of the rows that
   * also satisfy `where` (a conditional ratio).
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
 * Each period of a breakdown by time beside another one, with its difference and growth: the period before, as far as
 * the breakdown itself shows it (the first has none), or the same period a year before, whose rows are those under the
 * same conditions with the breakdown's range moved back by a year. One measure, no share.
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
  /** Null: no bound, the nearest first. */
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
  /** Columns asked for by name in a list; empty: the compiler takes the subject's telling ones. */
  select: z.array(columnRefSchema),
  distinct: z.boolean(),
  filters: z.array(filterSchema),
  /**
   * Conditions on measures after grouping: "customers with more than 5 orders". With `against`, `value` is how many
   * times the figure of the groups before any of these conditions; with `among` that of all rows of the question that
   * satisfy it too, as one group.
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
  /** Absent in queries of older versions, as are the other optional members. */
  series: periodSeriesSchema.optional(),
  /**
   * One row for each thing that is grouped by, those without rows included: "customers and their number of orders".
   * They have 0 for a count or sum and no value for the rest; rows without such a thing are left out. Conditions on the
   * things narrow them, others only their rows.
   */
  withNone: z.literal(true).optional(),
  near: nearSchema.nullable(),
  order: z.array(orderSchema),
  limit: z.number().int().positive().nullable(),
  /** How many of the first are left out before the limit counts: 1 for "the second largest". Only with a limit. */
  offset: z.number().int().positive().optional(),
  /** The limit holds within each value of this dimension: "top 3 products of each category". */
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
  /** Stored values that have a name in the asker's language: `{ A: '优秀' }`; used to show, never to query. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  better: z.enum(['higher', 'lower']).optional(),
  /** One counted thing may be in several of the groups: the values, or shares, need not add up to the whole. */
  overlapping: z.boolean().optional(),
});
export type OutputColumn = z.infer<typeof outputColumnSchema>;

/** A PostgreSQL statement with bound parameters, and what its columns mean. */
export const compiledQuerySchema = z.object({
  /** Who wrote it; absent: the planner's compiler. A model's statement has no parameters of its own. */
  source: z.literal('model').optional(),
  sql: z.string(),
  params: z.array(z.union([scalarSchema, z.null(), z.array(scalarSchema)])),
  columns: z.array(outputColumnSchema),
  /**
   * Of a model's statement: whether its rows are groups with figures rather than things; a semantic query tells that
   * itself.
   */
  grouped: z.boolean().optional(),
  /** What the answer discloses of how the rows were chosen, in the asker's language. */
  notes: z.array(z.string()).optional(),
  /**
   * Side statements with one number each, run in the same transaction: how many bad values a safe cast skipped, or how
   * many rows were left out for what `note` discloses, with `{count}` in it.
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
