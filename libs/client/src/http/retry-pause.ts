import { permanentCodes, QuerentError, Unreachable } from './errors';

const FIRST_PAUSE_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;
/** A longer `Retry-After` is left to the caller. */
const LONGEST_RETRY_AFTER_S = 60;
/** Spreads requests that were refused at the same time. */
const SPREAD_MS = 250;

/** Statuses that mean that the server did nothing, and those after which it may have done the work. */
const refused = [429, 503];
const uncertain = [502, 504];

/** Whether the request may have been carried out although its answer was lost. */
export const isLostAnswer = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof QuerentError && uncertain.includes(error.status));

/**
 * Pause before the request is repeated, ms; null if it must not be repeated.
 * @param attempt number of the failed attempt, from 0
 * @param isRepeatable the server treats a repetition like the first request
 */
export function retryPause(error: unknown, attempt: number, isRepeatable: boolean): number | null {
  if (isLostAnswer(error)) return isRepeatable ? backoff(attempt) : null;
  if (!(error instanceof QuerentError) || !refused.includes(error.status)) return null;
  if ((permanentCodes as readonly (string | null)[]).includes(error.code)) return null;
  if (error.retryAfter === null) return backoff(attempt);
  return error.retryAfter > LONGEST_RETRY_AFTER_S ? null : error.retryAfter * 1_000 + Math.random() * SPREAD_MS;
}

/** Exponential backoff with jitter on its upper half. */
export function backoff(attempt: number): number {
  const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return (longest * (1 + Math.random())) / 2;
}
