import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';

/**
 * Queries that lead on from an answered one in one way, the best first; lazily, since each that is tried costs a plan.
 */
export type Lead = (asked: Asked) => Generator<SemanticQuery>;
