import { z } from 'zod';

/** What a column can be used for, whatever PostgreSQL calls its type. */
export const columnCategory = z.enum([
  'integer',
  'numeric',
  'text',
  'boolean',
  'date',
  'timestamp',
  'time',
  'json',
  'geometry',
  'uuid',
  'array',
  'other',
]);

export const snapshotColumn = z.object({
  name: z.string(),
  /** PostgreSQL's `format_type` text, for instance `numeric(10,2)` or `geometry(Point,4326)`. */
  type: z.string(),
  category: columnCategory,
  nullable: z.boolean(),
  comment: z.string().nullable(),
  /** The labels of an enum type, in the type's own order. */
  enumValues: z.array(z.string()).optional(),
  /** Distinct stored values, most frequent first. Absent where none were collected. */
  values: z.array(z.string()).optional(),
  /** True when `values` holds every distinct value, false when the cap cut it. */
  valuesComplete: z.boolean().optional(),
  /** Smallest stored date or timestamp, ISO 8601. */
  min: z.string().optional(),
  /** Largest stored date or timestamp, ISO 8601. */
  max: z.string().optional(),
});

export const snapshotForeignKey = z.object({
  columns: z.array(z.string()),
  toTable: z.string(),
  toColumns: z.array(z.string()),
});

export const snapshotTable = z.object({
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view']),
  comment: z.string().nullable(),
  /** The planner's estimate; 0 when it was never analysed. */
  estimatedRows: z.number(),
  primaryKey: z.array(z.string()),
  uniqueKeys: z.array(z.array(z.string())),
  /**
   * Of a table without a declared key: columns that no row was seen to lack or to repeat. No constraint keeps them so.
   */
  observedKeys: z.array(z.string()).optional(),
  columns: z.array(snapshotColumn),
  foreignKeys: z.array(snapshotForeignKey),
});

/**
 * A table, or columns of one, that exist but that this login may not select: nothing of what is stored there was read.
 */
export const withheldTable = z.object({
  name: z.string(),
  columns: z.array(snapshotColumn.pick({ name: true, type: true, category: true })),
});

/**
 * What introspection learnt about one schema of one connection.
 *
 * `fingerprint` is the SHA-256 of the structure alone (tables, columns, types, comments, keys): it
 * changes when a model or a cached plan may have become wrong, not when rows come and go.
 */
export const schemaSnapshot = z.object({
  connection: z.string(),
  schema: z.string(),
  takenAt: z.iso.datetime(),
  serverVersion: z.string(),
  hasPostgis: z.boolean(),
  fingerprint: z.string(),
  tables: z.array(snapshotTable),
  /**
   * Names of functions on the search path that are neither PostgreSQL's nor an extension's: a call by such a name may
   * be theirs.
   */
  ownFunctions: z.array(z.string()).optional(),
  /** Symbols of operators of that kind that take built-in types alone. */
  ownOperators: z.array(z.string()).optional(),
  /**
   * Where tenants have logins of their own: `schema.name` of functions that read past row security, which no statement
   * may call. Absent: written by a version that did not leave out what row security does not reach.
   */
  closedFunctions: z.array(z.string()).optional(),
  /**
   * Where tenants have logins of their own: what this login is not granted, so that a model file's word for it is told
   * from a slip.
   */
  withheld: z.array(withheldTable).optional(),
  /**
   * The zone that the login's sessions begin with, by a name that `isTimeZone` takes. Absent: unknown, as in what older
   * versions stored.
   */
  timeZone: z.string().optional(),
  /** Names of zones that the server knows, of those that `isTimeZone` takes. */
  timeZones: z.array(z.string()).optional(),
});

export type ColumnCategory = z.infer<typeof columnCategory>;
export type SnapshotColumn = z.infer<typeof snapshotColumn>;
export type SnapshotForeignKey = z.infer<typeof snapshotForeignKey>;
export type SnapshotTable = z.infer<typeof snapshotTable>;
export type WithheldTable = z.infer<typeof withheldTable>;
export type SchemaSnapshot = z.infer<typeof schemaSnapshot>;
