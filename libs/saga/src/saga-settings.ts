/**
 * Durations of the saga, ms. Each has a documented default and an environment variable in the gateway and the workers.
 */
export interface SagaSettings {
  /** Prefix of all keys. */
  prefix: string;
  /** Retention of a finished run, its events and its result. */
  retentionMs: number;
  /** Maximum active time of a run, pauses not counted. */
  runTimeoutMs: number;
  /** Lifetime of an open clarification. */
  clarificationTtlMs: number;
  /** The sweeper checks a job that was not taken within this time. */
  pickupMs: number;
}

export const defaultSagaSettings: SagaSettings = {
  prefix: 'querent',
  retentionMs: 7 * 24 * 3_600_000,
  runTimeoutMs: 10 * 60_000,
  clarificationTtlMs: 30 * 60_000,
  pickupMs: 10_000,
};

/**
 * Lifetime of auxiliary keys and list entries of a run, from when they are written: a pause may lie between that and
 * the end of the run.
 */
export const auxiliaryTtlMs = ({
  retentionMs,
  clarificationTtlMs,
}: Pick<SagaSettings, 'retentionMs' | 'clarificationTtlMs'>): number => retentionMs + clarificationTtlMs;

/**
 * A run whose answer the exact cache serves lives this much longer than the retention, ms. Its expiry therefore needs a
 * renewal at most once in this time, not at every hit.
 */
export const LENDING_MS = 10 * 60_000;
