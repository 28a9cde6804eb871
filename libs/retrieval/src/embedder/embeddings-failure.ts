import { isTemporaryStatus, retryAfterOf } from '@querent/platform';

/**
 * What a request for embeddings came to. `trouble`: the server or the way to it, it may go better later;
 * `rate_limited`: later, it has too much to do; `malformed`: a reply that is none; `refused`: it will be answered the
 * same way again; `left_alone`: not sent, the server was in trouble just now.
 */
export type EmbeddingsTrouble = 'trouble' | 'rate_limited' | 'malformed' | 'refused' | 'left_alone';

/**
 * No vectors of the endpoint can be had. Holds no word of a request, a reply or a key: servers repeat them in their
 * errors.
 */
export class EmbeddingsFailure extends Error {
  override readonly name = 'EmbeddingsFailure';

  constructor(
    readonly why: EmbeddingsTrouble,
    message: string,
    /** How long the server wants to be left alone, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** HTTP status; null where there was no reply. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/**
 * The failure that an HTTP reply of another status than 2xx is. A redirect is not followed: texts and the key would go
 * to a place that nobody configured.
 */
export function failureOfStatus(status: number, headers: Headers, now: number): EmbeddingsFailure {
  return new EmbeddingsFailure(
    status === 429 ? 'rate_limited' : isTemporaryStatus(status) ? 'trouble' : 'refused',
    `the embedding model's server answered with status ${status}`,
    retryAfterOf(headers, now),
    status,
  );
}
