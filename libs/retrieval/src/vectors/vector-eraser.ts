import type { VectorScope } from './vector-index';

/** Selects vectors by purpose (one of `vectorPurposes`, or one of another version) and scope. */
export type MeantVectors = (purpose: string, scope: VectorScope) => boolean;

/**
 * Removes a deployment's vectors from a store: of every purpose and of every embedder ever used, whatever is configured
 * now. A `VectorIndex` sees only its own embedder's.
 */
export interface VectorEraser {
  /**
   * Idempotent; a later call completes a partial failure.
   * @returns number of erased scopes, counted per collection
   * @throws VectorIndexUnavailable if the store does not answer, or contains collections of a newer version
   */
  erase(isMeant: MeantVectors): Promise<number>;
  close(): Promise<void>;
}
