import type { ApiKey } from '@querent/catalog';
import { ProblemError } from '../problems/problem-error';

/** Who sent a request, and whether the credentials are still valid. */
export interface Credentials {
  caller: ApiKey;
  /** The caller whom the credentials authenticate now; null if they are no longer valid. */
  current(): ApiKey | null;
  /** Aborts when they end before the key does: the session was signed out. */
  ended?: AbortSignal;
  /** When the session ends if it is not used again, ms since 1970; absent for a key or a token. */
  sessionEndsAtMs?: number;
  /** How the issuer names the person of a session; null or absent: a key, a token, or no name. */
  displayName?: string | null;
}

/** The problem of a request without valid credentials. */
export const unauthorized = (challenge: string): ProblemError =>
  new ProblemError('unauthorized', { headers: { 'www-authenticate': challenge } });
