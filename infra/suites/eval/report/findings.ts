import type { PairFindings } from '../pairs';
import type { Report } from './report';
import type { RecallReport } from '../../recall/recall';
import type { Verdict } from './verdict';

/** What one part of a run found out. */
export interface Findings {
  sets: Report['sets'];
  verdicts: Verdict[];
  remarks: string[];
  pairs: PairFindings | null;
  retrieval: RecallReport | null;
}

export const noFindings = (): Findings => ({ sets: [], verdicts: [], remarks: [], pairs: null, retrieval: null });
