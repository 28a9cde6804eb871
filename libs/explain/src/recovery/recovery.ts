import type { SemanticQuery } from '@querent/contracts';
import type { Remedy } from '@querent/sql';
import type { Locale, SemanticModel } from '@querent/model';

/** The query that failed, with what is needed to compile and to word its recoveries. */
export interface FailedQuery {
  query: SemanticQuery;
  model: SemanticModel;
  /** Language of labels and disclosures. */
  locale: Locale;
  /** The asker's civil date, `YYYY-MM-DD`. */
  today: string;
  /**
   * The asker's time zone and row limit, where statements of recoveries are estimated by the database. By default the
   * model's zone and 1,000 rows, which suffice to check that they compile.
   */
  timezone?: string;
  modelToday?: string;
  maxRows?: number;
  /** The last day with data, `YYYY-MM-DD`, if that is before today. Recent periods are then counted from it. */
  dataEnds?: string;
}

/** The remedies that change the query. All others are advice. */
export type RecoveryKind = Extract<
  Remedy,
  'narrow_time' | 'drop_condition' | 'other_dimension' | 'use_totals' | 'first_rows' | 'narrow_values'
>;

/** One way to continue after a failure: another query, with the texts of its option. */
export interface Recovery {
  kind: RecoveryKind;
  /** Identifies it among the recoveries of its kind. Recomputing it from the same query yields the same id. */
  id: string;
  label: string;
  description?: string;
  /** Further texts of a reply that choose it. */
  aliases: string[];
  query: SemanticQuery;
  /** Whether it certainly costs the database less than the failed query. Required after a too expensive statement. */
  lighter: boolean;
}
