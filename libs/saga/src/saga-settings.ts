/** Times of the saga, ms. Each has a documented default and an environment variable in the gateway and the workers. */
export interface SagaSettings {
  /** Prefix of all keys. */
  prefix: string;
  /** How long a finished run, its events and its result are kept. */
  retentionMs: number;
  /** How long a run may be under way, pauses not counted. */
  runTimeoutMs: number;
  /** How long a clarification is awaited. */
  clarificationTtlMs: number;
  /** A job that nobody took after so long is looked for by the sweeper. */
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
 * How long after it was written, or asked, what lies beside a run and its entry in lists are kept: a pause may stand
 * between that and the end.
 */
export const besideMs = ({
  retentionMs,
  clarificationTtlMs,
}: Pick<SagaSettings, 'retentionMs' | 'clarificationTtlMs'>): number => retentionMs + clarificationTtlMs;

/** A run that lends its answer is kept so much longer, ms: its life is prolonged that seldom. */
export const LENDING_MS = 10 * 60_000;
