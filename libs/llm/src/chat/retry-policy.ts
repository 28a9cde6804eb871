import { decorrelatedJitterGenerator, ExponentialBackoff, type IBackoff } from 'cockatiel';
import type { CallFailure } from './call-failure';
import type { LlmFailure } from './llm-unavailable-error';

/**
 * Retries per failure. A failure that costs a whole time-out, or a reply that the model would probably repeat at
 * temperature 0, gets one retry; `refused`, `budget` and `breaker_open` get none.
 */
const RETRIES: Partial<Record<LlmFailure, number>> = {
  rate_limited: 3,
  server_error: 2,
  unreachable: 2,
  cut_off: 1,
  empty: 1,
  malformed: 1,
  timeout: 1,
};

/** Maximum retries over all kinds of failures. */
const MAX_RETRIES = 3;

export interface BackoffSettings {
  /** Approximate first pause, in milliseconds. */
  initialMs: number;
  maxMs: number;
}

export const DEFAULT_BACKOFF: BackoffSettings = { initialMs: 400, maxMs: 8_000 };

/**
 * The pauses of one call: exponential with decorrelated jitter (cockatiel, from Polly), or longer if the server
 * requests it.
 */
export class RetryPolicy {
  private readonly failed = new Map<LlmFailure, number>();
  private retries = 0;
  private backoff: IBackoff<unknown>;

  constructor({ initialMs, maxMs }: BackoffSettings) {
    this.backoff = new ExponentialBackoff<[number, number]>({
      generator: decorrelatedJitterGenerator,
      initialDelay: initialMs,
      maxDelay: maxMs,
      exponent: 2,
    }).next();
  }

  /** Milliseconds to wait before the next request; null: no retry. */
  pauseAfter({ why, retryAfterMs }: CallFailure): number | null {
    const times = (this.failed.get(why) ?? 0) + 1;
    this.failed.set(why, times);
    if (times > (RETRIES[why] ?? 0) || this.retries >= MAX_RETRIES) return null;
    this.retries += 1;
    this.backoff = this.backoff.next(undefined);
    return Math.max(this.backoff.duration, retryAfterMs ?? 0);
  }
}
