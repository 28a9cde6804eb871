import { isTemporaryStatus, retryAfterOf } from '@querent/platform';

/**
 * Why a request for embeddings failed. `trouble`: the server or the network, temporary; `rate_limited`: temporary,
 * overloaded; `malformed`: an invalid reply; `refused`: permanent; `left_alone`: not sent, because the circuit breaker
 * is open.
 */
export type EmbeddingsTrouble = 'trouble' | 'rate_limited' | 'malformed' | 'refused' | 'left_alone';

/**
 * The endpoint returned no vectors. Contains no text of a request, a reply or a key: servers repeat them in their
 * errors.
 */
export class EmbeddingsFailure extends Error {
  override readonly name = 'EmbeddingsFailure';

  constructor(
    readonly why: EmbeddingsTrouble,
    message: string,
    /** The server's requested pause, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** HTTP status; null if there was no reply. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/**
 * The failure for an HTTP reply whose status is not 2xx. Redirects are not followed: texts and the key would go to an
 * unconfigured server.
 */
export function failureOfStatus(status: number, headers: Headers, now: number): EmbeddingsFailure {
  return new EmbeddingsFailure(
    status === 429 ? 'rate_limited' : isTemporaryStatus(status) ? 'trouble' : 'refused',
    `the embedding model's server answered with status ${status}`,
    retryAfterOf(headers, now),
    status,
  );
}
