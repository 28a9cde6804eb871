import type { Comparison } from './compare';
import type { Latency, Usage } from './latency';
import type { QuestionFigures } from './metrics';
import type { PairFindings } from '../pairs';
import type { RecallReport } from '../../recall/recall';
import type { Failed } from './thresholds';
import type { Verdict } from './verdict';

/** What a run of `npm run eval` found out; report.json holds it whole. */
export interface Report {
  format: typeof reportFormat;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  /** False: stopped before the end. */
  complete: boolean;
  /** What was asked: a private stack or an address. */
  where: string;
  machine: { processors: number; node: string; load: number };
  options: { connections: string[]; limit: number | null; sample: string | null; concurrency: number };
  sets: { name: string; path: string; digest: string; questions: number; asked: number }[];
  /** What could not be measured, and why. */
  remarks: string[];
  questions: QuestionFigures | null;
  latency: Latency | null;
  usage: Usage | null;
  pairs: PairFindings | null;
  retrieval: RecallReport | null;
  /** Whatever thresholds can be set on, by name; null: not measured. */
  figures: Record<string, number | null>;
  failedThresholds: Failed[];
  comparison: Comparison | null;
  verdicts: Verdict[];
}

/** Raised when a field changes its meaning: reports of different formats are not compared. */
export const reportFormat = 1;
