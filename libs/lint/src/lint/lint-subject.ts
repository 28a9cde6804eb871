import type { GuardCatalogue } from '@querent/sql';

/** Columns of one stored table that together take part in a join. */
export interface JoinSide {
  table: string;
  columns: string[];
}

/** One stored column. */
export interface LintColumn {
  table: string;
  column: string;
}

/** The lint's knowledge of the database and the question. Treat as immutable. */
export interface LintSubject {
  catalogue: GuardCatalogue;
  /** User functions that the guard permits. */
  grantedFunctions?: readonly string[];
  /** Known joins, from the many side to the one side. */
  joins: { from: JoinSide; to: JoinSide }[];
  /** Unique column sets by table, the primary key first. */
  uniqueKeys: Record<string, string[][]>;
  /** Numeric text columns: readable as `to` only if the text matches the regular expression `when`. */
  casts: { table: string; column: string; to: string; when: string }[];
  /** Figures that need a filter: reading one of `whenReading` in an aggregate needs a condition on `column`. */
  required: { column: LintColumn; whenReading: LintColumn[]; label: string }[];
  strategy: 'summary' | 'coverage' | 'spatial' | 'detail' | null;
  /** Columns whose stored values are all known. */
  values: { table: string; column: string; values: string[] }[];
  /** An entity's two tables, paired by a match condition instead of a key. */
  twins: [string, string][];
}
