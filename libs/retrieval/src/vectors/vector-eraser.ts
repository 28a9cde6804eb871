import type { VectorScope } from './vector-index';

/**
 * Vectors of a store that are meant, by purpose (one of `vectorPurposes`, or one that only another version knows) and
 * scope.
 */
export type MeantVectors = (purpose: string, scope: VectorScope) => boolean;

/**
 * Removes vectors wherever this deployment has put them in a store: of every purpose and of every embedder that ever
 * was, whatever is configured now. A `VectorIndex` sees its own embedder's alone.
 */
export interface VectorEraser {
  /**
   * Idempotent; what fails half way is found again by the next call.
   * @returns how many scopes had any, counted in each of their collections
   * @throws VectorIndexUnavailable where the store does not answer, or holds what only a newer version can read
   */
  erase(isMeant: MeantVectors): Promise<number>;
  close(): Promise<void>;
}
