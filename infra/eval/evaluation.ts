import type { Flags } from './flags';
import type { Host } from './host';
import type { PairFindings } from './pairs';
import type { Report } from './report';
import type { RecallReport } from '../retrieval-recall/recall';
import type { Verdict } from './verdict';

/** What is asked of a run, and what hears how far it has come. */
export interface Evaluation {
  flags: Flags;
  host: Host;
  /** Aborted: everything that was started is stopped, and what is done is reported. */
  signal: AbortSignal;
  /** What the started processes write. */
  onLine: (name: string, line: string) => void;
  /** A line for whoever waits. */
  tell: (line: string) => void;
  /** Told the sets as they are read, before they are asked. Throws where they make the run useless. */
  onSets: (sets: Report['sets']) => void;
}

/** What one part of a run found out. */
export interface Findings {
  sets: Report['sets'];
  verdicts: Verdict[];
  remarks: string[];
  pairs: PairFindings | null;
  retrieval: RecallReport | null;
}

export const noFindings = (): Findings => ({ sets: [], verdicts: [], remarks: [], pairs: null, retrieval: null });
