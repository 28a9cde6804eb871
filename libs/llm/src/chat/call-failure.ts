import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

/** What one request came to where it brought no usable reply. Holds no word of a prompt, a reply or a key: servers repeat them in their errors. */
export class CallFailure extends LlmUnavailableError {
  /** HTTP status; null where there was no reply at all. */
  readonly status: number | null;
  /** How long the server wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the server counted although the reply cannot be used. */
  readonly usage: TokenUsage | null;
  /** The server's own words, never to be logged: only to see what it objects to. */
  readonly objection: string;

  constructor(why: LlmFailure, message: string, more: Partial<Pick<CallFailure, 'status' | 'retryAfterMs' | 'usage' | 'objection'>> = {}) {
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
  return new CallFailure(why, `the model's server answered with status ${status}`, { status, retryAfterMs: retryAfterOf(headers, now), objection: body.slice(0, 4_000) });
}

/**
 * 408 and 409 are the server's own "later" (a slow upload, a lock), 425 likewise; every other 4xx will be answered the same way again.
 * A redirect is not followed: prompts and the key would go to a place that nobody configured.
 */
function statusMeaning(status: number): LlmFailure {
  if (status === 429) return 'rate_limited';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 425 || status >= 500) return 'server_error';
  return 'refused';
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
