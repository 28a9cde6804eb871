import type { Filter, Near } from '@querent/contracts';
import type { Scope } from './scope';

/** The conditions of a question, or of one `exists` in it. An aggregate in one of them is computed under the others. */
export interface AskedConditions {
  /** The table that an `exists` relates its rows to: the query's subject, or the table of the enclosing `exists`. */
  anchor: string;
  filters: readonly Filter[];
  /**
   * Those of `filters` that belong to a single measure, such as the period of a comparison. An aggregate in another
   * condition is computed without them.
   */
  ofFigure?: readonly Filter[];
  near: Near | null;
  /** The question that contains this `exists` or `bound`. */
  within?: AskedConditions;
}

/**
 * Compiles conditions (`conditionsSql`). It is passed as an argument, because conditions contain measures and measures
 * contain conditions: an import would be circular.
 */
export type Conditions = (scope: Scope, filters: readonly Filter[], asked: AskedConditions) => string[];
