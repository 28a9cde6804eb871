import type { Filter, Near } from '@querent/contracts';

/** A question, or one `exists` of it, with all its conditions: what an average in one of them is taken under. */
export interface Asked {
  /** What explicit `exists` filters are about: the query's subject, or the table of the enclosing `exists`. */
  anchor: string;
  filters: readonly Filter[];
  near: Near | null;
  /** The question that an `exists` is a condition of. */
  within?: Asked;
}
