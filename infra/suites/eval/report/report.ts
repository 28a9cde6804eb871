import type { MetricName } from './metrics';
import type { Failed, FigureName, Measured } from './thresholds';
import type { Verdict } from './verdict';

/** Results of `npm run eval`, the content of report.json. */
export interface Report extends Measured {
  format: typeof reportFormat;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  /** False if the run was stopped. */
  complete: boolean;
  /** The target: a private stack or an address. */
  where: string;
  machine: { processors: number; node: string; load: number };
  options: { connections: string[]; limit: number | null; sample: string | null; concurrency: number };
  sets: { name: string; path: string; digest: string; questions: number; asked: number }[];
  /** Parts that could not be measured, with the reasons. */
  remarks: string[];
  /** All figures for thresholds, by name. Null: not measured. */
  figures: Record<string, number | null>;
  failedThresholds: Failed[];
  comparison: Comparison | null;
  verdicts: Verdict[];
}

/** Differences from an earlier report of the same questions. */
export interface Comparison {
  earlier: string;
  metrics: {
    name: MetricName;
    before: number | null;
    after: number | null;
    /** The two intervals do not overlap. */ clear: boolean;
  }[];
  figures: { name: FigureName; before: number | null; after: number | null }[];
  /** Questions that were right before and are not any more. */
  lost: { set: string; id: string; question: string; came: string }[];
  won: { set: string; id: string; question: string }[];
}

/** Raised when a field changes its meaning. Reports of different formats are not compared. */
export const reportFormat = 1;
