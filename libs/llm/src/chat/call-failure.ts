import { isTemporaryStatus, retryAfterOf } from '@querent/platform';
import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * What one request came to where it brought no usable reply. Holds no word of a prompt, a reply or a key: servers
 * repeat them in their errors.
 */
export class CallFailure extends LlmUnavailableError {
  /** HTTP status; null where there was no reply at all. */
  readonly status: number | null;
  /** How long the server wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the server counted although the reply cannot be used. */
  readonly usage: TokenUsage | null;
  /** The server's own words, never to be logged: only to see what it objects to. */
  readonly objection: string;

  constructor(
    why: LlmFailure,
    message: string,
    more: Partial<Pick<CallFailure, 'status' | 'retryAfterMs' | 'usage' | 'objection'>> = {},
  ) {
    super(why, message);
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.usage = more.usage ?? null;
    // Not enumerable: a logger that prints an error prints its fields.
    this.objection = '';
    Object.defineProperty(this, 'objection', { value: more.objection ?? '', enumerable: false });
  }
}

/** The failure that an HTTP reply of another status than 2xx is. */
export function failureOfStatus(status: number, headers: Headers, body: string, now: number): CallFailure {
  const why = statusMeaning(status);
  return new CallFailure(why, `the model's server answered with status ${status}`, {
    status,
    retryAfterMs: retryAfterOf(headers, now),
    objection: body.slice(0, 4_000),
  });
}

/** A redirect is not followed: prompts and the key would go to a place that nobody configured. */
function statusMeaning(status: number): LlmFailure {
  if (status === 429) return 'rate_limited';
  if (status === 408) return 'timeout';
  return isTemporaryStatus(status) ? 'server_error' : 'refused';
}
