import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';

/**
 * Generates follow-up queries of one kind from an answered question, best first; lazily, because trying each one costs
 * a plan.
 */
export type Lead = (asked: Asked) => Generator<SemanticQuery>;
