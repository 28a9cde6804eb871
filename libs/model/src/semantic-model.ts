import type { Filter } from '@querent/contracts';

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

/**
 * The resolved semantic model of one connection: the model derived from the database, overlaid with the YAML file, with
 * every reference checked. Members are keyed by name or id.
 */
export interface SemanticModel {
  connection: string;
  schema: string;
  /** sha256 of the file and the schema's fingerprint. Cache entries of another version are never used. */
  version: string;
  defaultLocale: Locale;
  /** True if no owner has named most tables. Lists then show the key of a thing beside its name. */
  derived?: true;
  /** IANA name of the time zone of `timestamp` columns, and the default zone of askers. */
  timezone: string;
  /** Absent if the file names the zone; else whether it is the server's zone or an assumption. */
  timezoneFrom?: 'server' | 'assumed';
  /** The zones that the server knows. Absent if that is unknown: then any zone is accepted. */
  timeZones?: readonly string[];
  /** User-defined functions: `own` exist in the database, `granted` may be called. Absent if none are known. */
  functions?: { own: readonly string[]; granted: readonly string[] };
  tables: Record<string, ModelTable>;
  joins: ModelJoin[];
  metrics: Record<string, ModelMetric>;
  filters: Record<string, ModelFilter>;
  terms: Record<string, ModelTerm>;
  entities: Record<string, ModelEntity>;
  /** Words of entries with mistakes: a question that uses them cannot be answered. Absent without mistakes. */
  reserved?: ReservedWords[];
}

export interface ReservedWords {
  words: string[];
  /** For a column: its table. Columns of other tables keep the same words. */
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
   * An event happens at a time (an order), a thing lasts (a customer). Absent if neither file nor structure shows it.
   */
  kind?: 'thing' | 'event';
  defaultMetric?: string;
  /**
   * The column that a time range without a column applies to: `ordered_at` of this table, or `orders.ordered_at` of a
   * referenced table.
   */
  defaultTime?: string;
  /** Whether the model file names `defaultTime`. Otherwise it was guessed from the names of columns. */
  statesTime?: boolean;
  /** For a role table (./role-tables.ts): the table that has its rows, and the key that refers to them. */
  role?: {
    of: string;
    key: { table: string; column: string };
    /** For one of several equally short join paths to `of`: the table that the path leads through. */
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

/** A visible column. Hidden columns and tables are absent from the model. */
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
  /** For a number or a time stored as text: read by CASE WHEN col ~ when THEN col::to END. */
  cast?: { to: string; when: string };
  /** Names of stored values per language, from the file or from comments. */
  values: Record<string, LocalizedList>;
  /** Distinct stored values, from the snapshot; complete or capped. */
  storedValues: string[];
  storedValuesComplete: boolean;
  /** Whether a text or integer column has years such as 2025. */
  isYear: boolean;
  /** Whether this is the only column of its table with the role `time` in the file. It is then preferred. */
  onlyStatedTime?: boolean;
  unique: boolean;
  /** Largest stored date or timestamp, ISO 8601, at the time of the snapshot. Absent if unknown. */
  lastStored?: string;
}

/** A join from the many side to the one side. Columns at the same position are equal. */
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
  /** Of a leaf: an SQL expression of aggregates over `table.column` names, checked when the model is loaded. */
  expression?: string;
  /** The table whose rows the first aggregate of the expression aggregates; null for a parent. */
  table: string | null;
  /** Of a parent: weight by child id; the weights sum to 1. */
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
  /** `latest` or a value. Without a default, the run asks. */
  default?: 'latest' | string | number | boolean;
}

export interface ModelTerm {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  /**
   * Either the table of a fixed filter and its SQL condition, checked when the model is loaded, or candidate columns.
   */
  table?: string;
  filter?: string;
  candidates: { table: string; column: string }[];
  /** The condition as filters of a semantic query, if the term has it in that form. */
  filters?: Filter[];
}

export interface ModelEntity {
  id: string;
  label: Localized;
  synonyms: LocalizedList;
  /** Two tables that describe the same things; first the one with locations, if there is one. */
  sources: [string, string];
  /** SQL condition that pairs rows of the two tables. */
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
