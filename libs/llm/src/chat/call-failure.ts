import { isTemporaryStatus, retryAfterOf } from '@querent/platform';
import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * A request that brought no usable reply. Contains no text of a prompt, a reply or a key: servers repeat them in their
 * errors.
 */
export class CallFailure extends LlmUnavailableError {
  /** HTTP status; null where there was no reply at all. */
  readonly status: number | null;
  /** The server's requested pause, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Tokens that the server counted for an unusable reply. */
  readonly usage: TokenUsage | null;
  /** The server's message. Never log it: it only shows which part the server rejects. */
  readonly serverMessage: string;

  constructor(
    why: LlmFailure,
    message: string,
    more: Partial<Pick<CallFailure, 'status' | 'retryAfterMs' | 'usage' | 'serverMessage'>> = {},
  ) {
    super(why, message);
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.usage = more.usage ?? null;
    // Not enumerable, because a logger prints an error's enumerable fields.
    this.serverMessage = '';
    Object.defineProperty(this, 'serverMessage', { value: more.serverMessage ?? '', enumerable: false });
  }
}

/** The failure for an HTTP reply whose status is not 2xx. */
export function failureOfStatus(status: number, headers: Headers, body: string, now: number): CallFailure {
  const why = statusMeaning(status);
  return new CallFailure(why, `the model's server answered with status ${status}`, {
    status,
    retryAfterMs: retryAfterOf(headers, now),
    serverMessage: body.slice(0, 4_000),
  });
}

/** Redirects are not followed: prompts and the key would go to an unconfigured server. */
function statusMeaning(status: number): LlmFailure {
  if (status === 429) return 'rate_limited';
  if (status === 408) return 'timeout';
  return isTemporaryStatus(status) ? 'server_error' : 'refused';
}
