import type { VectorEraser } from '../vector-eraser';
import type { VectorIndex, VectorPurpose } from '../vector-index';

/** A store, started for one run of the contract. */
export interface VectorStoreUnderTest {
  /** Opens an index as another process would. */
  open(purpose: VectorPurpose, embedder: { model: string; dimension: number }, prefix?: string): VectorIndex;
  eraser(prefix?: string): VectorEraser;
  stop(): Promise<void>;
}

/**
 * Opens an index that is emptied of `scope` and closed after the test; default: of questions, with vectors of four
 * numbers.
 */
export type OpenIndex = (purpose?: VectorPurpose, embedder?: { model: string; dimension: number }) => VectorIndex;
