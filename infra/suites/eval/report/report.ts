import type { MetricName } from './metrics';
import type { Failed, FigureName, Measured } from './thresholds';
import type { Verdict } from './verdict';

/** What a run of `npm run eval` found out; report.json holds it whole. */
export interface Report extends Measured {
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
  /** Whatever thresholds can be set on, by name; null: not measured. */
  figures: Record<string, number | null>;
  failedThresholds: Failed[];
  comparison: Comparison | null;
  verdicts: Verdict[];
}

/** How a report differs from an earlier one of the same questions. */
export interface Comparison {
  earlier: string;
  metrics: {
    name: MetricName;
    before: number | null;
    after: number | null;
    /** The two intervals do not overlap. */ clear: boolean;
  }[];
  figures: { name: FigureName; before: number | null; after: number | null }[];
  /** As expected before, and not now. */
  lost: { set: string; id: string; question: string; came: string }[];
  won: { set: string; id: string; question: string }[];
}

/** Raised when a field changes its meaning: reports of different formats are not compared. */
export const reportFormat = 1;
