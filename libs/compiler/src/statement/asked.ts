import type { Filter, Near } from '@querent/contracts';
import type { Scope } from './scope';

/** A question, or one `exists` of it, with all its conditions: what an average in one of them is taken under. */
export interface Asked {
  /** What explicit `exists` filters are about: the query's subject, or the table of the enclosing `exists`. */
  anchor: string;
  filters: readonly Filter[];
  /**
   * Those of `filters` that one figure alone has, such as the period of a comparison: an average in another condition
   * is not taken under them.
   */
  ofFigure?: readonly Filter[];
  near: Near | null;
  /** The question that an `exists` or a `bound` is a condition of. */
  within?: Asked;
}

/**
 * Compiles conditions: what is compiled within a condition is given it, since conditions hold figures and figures
 * conditions.
 */
export type Conditions = (scope: Scope, filters: readonly Filter[], asked: Asked) => string[];
