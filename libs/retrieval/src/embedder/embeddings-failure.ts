/**
 * What a request for embeddings came to. `trouble`: the server or the way to it, it may go better later;
 * `rate_limited`: later, it has too much to do; `malformed`: a reply that is none; `refused`: it will be answered the same way again;
 * `left_alone`: not sent, the server was in trouble just now.
 */
export type EmbeddingsTrouble = 'trouble' | 'rate_limited' | 'malformed' | 'refused' | 'left_alone';

/** No vectors of the endpoint can be had. Holds no word of a request, a reply or a key: servers repeat them in their errors. */
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
 * The failure that an HTTP reply of another status than 2xx is. 408, 409, 425 and 429 are the server's own "later"; a redirect is not
 * followed: texts and the key would go to a place that nobody configured.
 */
export function failureOfStatus(status: number, headers: Headers, now: number): EmbeddingsFailure {
  const later = [408, 409, 425].includes(status) || status >= 500;
  return new EmbeddingsFailure(status === 429 ? 'rate_limited' : later ? 'trouble' : 'refused', `the embedding model's server answered with status ${status}`, retryAfterOf(headers, now), status);
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or the milliseconds that some servers send beside it. */
function retryAfterOf(headers: Headers, now: number): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
