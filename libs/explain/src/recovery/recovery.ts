import type { SemanticQuery } from '@querent/contracts';
import type { Remedy } from '@querent/sql';
import type { Locale, SemanticModel } from '@querent/model';

/** What a recovery is made from: the query that failed, and all that words and checks it. */
export interface FailedQuery {
  query: SemanticQuery;
  model: SemanticModel;
  /** Language of labels and disclosures. */
  locale: Locale;
  /** The asker's civil date, `YYYY-MM-DD`. */
  today: string;
  /**
   * The asker's zone and how many rows they may see, where the statements of recoveries are judged; else the model's
   * zone and what will do to try.
   */
  timezone?: string;
  modelToday?: string;
  maxRows?: number;
  /**
   * The last day of which there is data, where that is before today: periods that end with it hold some. `YYYY-MM-DD`.
   */
  dataEnds?: string;
}

/** Remedies that change the query; the others are advice. */
export type RecoveryKind = Extract<
  Remedy,
  'narrow_time' | 'drop_condition' | 'other_dimension' | 'use_totals' | 'first_rows' | 'narrow_values'
>;

/** One way to go on: another query, and what the asker reads about it. */
export interface Recovery {
  kind: RecoveryKind;
  /** Tells it apart from the others of its kind, and is the same whenever it is made from the same query. */
  id: string;
  label: string;
  description?: string;
  /** Words that also pick it. */
  aliases: string[];
  query: SemanticQuery;
  /** Whether it surely needs less work than the failed query: the only thing to offer where that was too much. */
  lighter: boolean;
}
