import { z } from 'zod';

/** Usage category of a column, independent of PostgreSQL's type name. */
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
  /** The labels of an enum type, in their defined order. */
  enumValues: z.array(z.string()).optional(),
  /** Distinct stored values, most frequent first. Absent if none were collected. */
  values: z.array(z.string()).optional(),
  /** True if `values` contains every distinct value, false if it was truncated. */
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
  /** The planner's estimate; 0 if the table was never analysed. */
  estimatedRows: z.number(),
  primaryKey: z.array(z.string()),
  uniqueKeys: z.array(z.array(z.string())),
  /**
   * For a table without a declared key: columns that were observed to be unique and never null. No constraint
   * guarantees it.
   */
  observedKeys: z.array(z.string()).optional(),
  columns: z.array(snapshotColumn),
  foreignKeys: z.array(snapshotForeignKey),
});

/** A table, or columns of one, that exist but that this login may not select: no stored data of them was read. */
export const withheldTable = z.object({
  name: z.string(),
  columns: z.array(snapshotColumn.pick({ name: true, type: true, category: true })),
});

/**
 * Result of the introspection of one schema of one connection.
 *
 * `fingerprint` is the SHA-256 of the structure alone (tables, columns, types, comments, keys): it changes if a model
 * or a cached plan may have become wrong, not with the rows.
 */
export const schemaSnapshot = z.object({
  connection: z.string(),
  schema: z.string(),
  takenAt: z.iso.datetime(),
  serverVersion: z.string(),
  hasPostgis: z.boolean(),
  fingerprint: z.string(),
  tables: z.array(snapshotTable),
  /** Names of user-defined functions on the search path: a call by such a name may mean them. */
  ownFunctions: z.array(z.string()).optional(),
  /** Symbols of user-defined operators that take built-in types only. */
  ownOperators: z.array(z.string()).optional(),
  /**
   * With a login per tenant: `schema.name` of functions that bypass row security, which no statement may call. Absent:
   * written by an older version.
   */
  closedFunctions: z.array(z.string()).optional(),
  /**
   * With a login per tenant: objects not granted to this login, so that a name of them in a model file is not reported
   * as a typo.
   */
  withheld: z.array(withheldTable).optional(),
  /**
   * The default zone of the login's sessions, by a name that `isTimeZone` accepts. Absent: unknown, as in records of
   * older versions.
   */
  timeZone: z.string().optional(),
  /** Names of the server's zones that `isTimeZone` accepts. */
  timeZones: z.array(z.string()).optional(),
});

export type ColumnCategory = z.infer<typeof columnCategory>;
export type SnapshotColumn = z.infer<typeof snapshotColumn>;
export type SnapshotForeignKey = z.infer<typeof snapshotForeignKey>;
export type SnapshotTable = z.infer<typeof snapshotTable>;
export type WithheldTable = z.infer<typeof withheldTable>;
export type SchemaSnapshot = z.infer<typeof schemaSnapshot>;
