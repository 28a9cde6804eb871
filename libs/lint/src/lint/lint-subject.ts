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

/** Everything the lint knows about the database and the question, beside the statement. Treat as immutable. */
export interface LintSubject {
  catalogue: GuardCatalogue;
  /** Users' own functions that the guard lets pass. */
  grantedFunctions?: readonly string[];
  /** Known joins, from the many side to the one side. */
  joins: { from: JoinSide; to: JoinSide }[];
  /** By table: the column sets of which no two rows share the values. The primary key stands first. */
  uniqueKeys: Record<string, string[][]>;
  /** Numbers kept as text: readable as `to` only where the text matches the regular expression `when`. */
  casts: { table: string; column: string; to: string; when: string }[];
  /**
   * Figures that mean nothing without a filter: reading one of `whenReading` in an aggregate needs `column`
   * constrained.
   */
  required: { column: LintColumn; whenReading: LintColumn[]; label: string }[];
  strategy: 'summary' | 'coverage' | 'spatial' | 'detail' | null;
  /** Columns whose stored values are all known. */
  values: { table: string; column: string; values: string[] }[];
  /** An entity's two tables, paired by a match condition instead of a key. */
  twins: [string, string][];
}
