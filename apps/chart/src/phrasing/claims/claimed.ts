import type { Row } from '@querent/contracts';
import type { ResultShape } from '../../reading/result-shape';

/** What a phrased answer is held against. */
export interface Claimed {
  shape: ResultShape;
  /** Those that the model was shown. */
  rows: readonly Row[];
  /** The question as asked and as understood. */
  asked: string;
  /** The question wants the first rows alone: what is last among them is not the last of all. */
  limited: boolean;
  today: string;
}
