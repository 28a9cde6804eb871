import type { PairFindings } from '../pairs';
import type { Report } from './report';
import type { RecallReport } from '../../recall/recall';
import type { Verdict } from './verdict';

/** Results of one part of an evaluation. */
export interface Findings {
  sets: Report['sets'];
  verdicts: Verdict[];
  remarks: string[];
  pairs: PairFindings | null;
  retrieval: RecallReport | null;
}

export const noFindings = (): Findings => ({ sets: [], verdicts: [], remarks: [], pairs: null, retrieval: null });
