import { stageSchema, type Stage } from '@querent/contracts';
import type { Verdict } from './verdict';

/** Milliseconds, or null if nothing was measured. */
export interface Percentiles {
  samples: number;
  p50: number | null;
  p90: number | null;
  p95: number | null;
  p99: number | null;
}

export interface Latency {
  /** From the submission to the answer or the clarification, over HTTP. */
  endToEnd: Percentiles;
  /** Time in the stage's queue and in the stage. */
  stages: Partial<Record<Stage, Percentiles>>;
}

export interface Usage {
  runs: number;
  llmCalls: number;
  promptTokens: number;
  completionTokens: number;
}

export function percentiles(samples: readonly number[]): Percentiles {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (q: number): number | null => sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null;
  return { samples: sorted.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

export function latencyOf(verdicts: readonly Verdict[]): Latency {
  const stages = stageSchema.options.map(
    (stage) => [stage, percentiles(verdicts.flatMap(({ stageMs }) => stageMs[stage] ?? []))] as const,
  );
  return {
    endToEnd: percentiles(verdicts.flatMap(({ wallMs }) => wallMs ?? [])),
    stages: Object.fromEntries(stages.filter(([, { samples }]) => samples > 0)),
  };
}

export function usageOf(verdicts: readonly Verdict[]): Usage {
  const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((total, verdict) => total + of(verdict), 0);
  return {
    runs: verdicts.filter(({ run }) => run !== null).length,
    llmCalls: sum(({ llmCalls }) => llmCalls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
  };
}
