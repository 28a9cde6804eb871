import type { Row } from '@querent/contracts';
import type { ResultShape } from '../../reading/result-shape';

/** Data that a phrased answer is checked against. */
export interface Claimed {
  shape: ResultShape;
  /** Rows that were in the model's prompt. */
  rows: readonly Row[];
  /** The question as asked and as understood. */
  asked: string;
  /** The question asks only for the first rows, so the last of them is not the last of all. */
  limited: boolean;
  today: string;
}
