import type { Filter } from '@querent/contracts';

/**
 * The resolved semantic model of one connection: the YAML file laid over what was derived from the
 * database, every reference checked. All lookups are by name; labels are per language.
 */
export type Locale = 'zh' | 'en';
/** Text per language; `text(labels, locale)` falls back to the other language. */
export interface Localized {
  zh?: string;
  en?: string;
}
export interface LocalizedList {
  zh: string[];
  en: string[];
}

export interface SemanticModel {
  connection: string;
  schema: string;
  /** sha256 over file and schema fingerprint: a changed model or schema never serves an old cache entry. */
  version: string;
  defaultLocale: Locale;
  /**
   * Whether there is no model file. What is shown of a thing is then nobody's choice: its key stays beside its name.
   */
  derived?: true;
  /** What a `timestamp` without zone is the wall-clock time of, and the zone of askers who name none. */
  timezone: string;
  /** Where the file names no zone: it is the server's, or not known and assumed. Absent: the file's. */
  timezoneFrom?: 'server' | 'assumed';
  /** The zones that the server knows. Absent: not known, and any zone will do. */
  timeZones?: readonly string[];
  /**
   * Functions beyond PostgreSQL's: `own` exist in the database by these names, `granted` may be called. Absent: none
   * are known.
   */
  functions?: { own: readonly string[]; granted: readonly string[] };
  tables: Record<string, ModelTable>;
  joins: ModelJoin[];
  metrics: Record<string, ModelMetric>;
  filters: Record<string, ModelFilter>;
  terms: Record<string, ModelTerm>;
  entities: Record<string, ModelEntity>;
  /**
   * Words of entries that are not set up correctly: a question that uses them cannot be answered. Absent where all are
   * sound.
   */
  reserved?: ReservedWords[];
}

export interface ReservedWords {
  words: string[];
  /** The table of a column: another table's column of the same name keeps its words. */
  table?: string;
}

export interface ModelTable {
  name: string;
  label: Localized;
  synonyms: LocalizedList;
  description?: Localized;
  columns: Record<string, ModelColumn>;
  primaryKey: string[];
  estimatedRows: number;
  /**
   * Rows of an event happened at a time (an order); things last (a customer). Absent: neither the file nor the
   * structure says.
   */
  kind?: 'thing' | 'event';
  defaultMetric?: string;
  /**
   * The column that a time range without further words applies to: `ordered_at` of this table, or `orders.ordered_at`
   * of one it looks up.
   */
  defaultTime?: string;
  /** Whether the model file names `defaultTime`; else it is a guess from the columns' names. */
  statesTime?: boolean;
  /** Of a role table (./role-tables.ts): the table whose rows play the role, and the key that refers to them. */
  role?: {
    of: string;
    key: { table: string; column: string };
    /** Of one of several equally short ways to `of`: the table by which it leads. */
    way?: string;
  };
}

export type ColumnRole = 'name' | 'dimension' | 'measure' | 'time' | 'geo' | 'key' | 'text';
export type ColumnCategory =
  | 'integer'
  | 'numeric'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'json'
  | 'geometry'
  | 'uuid'
  | 'array'
  | 'other';

/** Hidden columns and tables are absent from the model altogether. */
export interface ModelColumn {
  table: string;
  name: string;
  /** PostgreSQL type as `format_type` prints it. */
  type: string;
  category: ColumnCategory;
  nullable: boolean;
  label: Localized;
  synonyms: LocalizedList;
  description?: Localized;
  role: ColumnRole;
  unit?: Localized;
  format?: 'percent' | 'currency';
  better?: 'higher' | 'lower';
  /** A measure kept as text: read through CASE WHEN col ~ when THEN col::to END. */
  cast?: { to: string; when: string };
  /** Known stored values with their names per language (from the file) … */
  values: Record<string, LocalizedList>;
  /** … and the distinct values that the index keeps (from the snapshot); complete or capped. */
  storedValues: string[];
  storedValuesComplete: boolean;
  /** A text (or integer) column that holds a year number such as 2025. */
  isYear: boolean;
  /**
   * Whether the model file calls this column a time, and no other one of its table: of several dates the author means
   * this one.
   */
  onlyStatedTime?: boolean;
  unique: boolean;
  /**
   * Largest stored date or timestamp, ISO 8601, when the snapshot was taken. Absent: not known, or nothing is stored.
   */
  lastStored?: string;
}

/** From the many side to the one side; both are equality keys. */
export interface ModelJoin {
  from: { table: string; columns: string[] };
  to: { table: string; columns: string[] };
}

export interface ModelMetric {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  description?: Localized;
  unit?: Localized;
  format?: 'percent' | 'currency';
  better?: 'higher' | 'lower';
  /** Leaf: an SQL aggregate over `table.column` names, parsed and checked at load. */
  expression?: string;
  /** The table whose rows the expression (its first aggregate) aggregates: its home; for a parent, null. */
  table: string | null;
  /** Parent: child id → weight; weights sum to 1. */
  children: Record<string, number>;
  parent: string | null;
  /** 1 for a root. */
  level: number;
  requires: string[];
}

export interface ModelFilter {
  id: string;
  column: { table: string; column: string };
  label: Localized;
  synonyms: LocalizedList;
  /** `latest`, a value, or undefined: then the run asks. */
  default?: 'latest' | string | number | boolean;
}

export interface ModelTerm {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  /** The table the fixed filter is about, and its SQL condition (checked at load); or candidate columns. */
  table?: string;
  filter?: string;
  candidates: { table: string; column: string }[];
  /** A term may also be given as semantic filters. */
  filters?: Filter[];
}

export interface ModelEntity {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  /** Two tables that keep the same things; the first is the one with the location, if any has. */
  sources: [string, string];
  /** SQL condition that pairs a row of one with a row of the other. */
  match: string;
  fields: Record<string, ModelField>;
}

export interface ModelField {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  role: ColumnRole;
  /** One column, or one from each source (COALESCE in order). */
  columns: { table: string; column: string }[];
}
