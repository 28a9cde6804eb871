/**
 * Why there is no reply. `budget`: the run has used up its calls, tokens or seconds. `day_budget`: its tenant has used
 * up the day's tokens. `refused`: the server rejects this request permanently.
 */
export type LlmFailure =
  | 'timeout'
  | 'rate_limited'
  | 'server_error'
  | 'unreachable'
  | 'cut_off'
  | 'empty'
  | 'malformed'
  | 'breaker_open'
  | 'budget'
  | 'day_budget'
  | 'refused';

/** No usable reply of a model is available. The message is for the log. */
export class LlmUnavailableError extends Error {
  override readonly name = 'LlmUnavailableError';

  constructor(
    readonly why: LlmFailure,
    message: string,
  ) {
    super(message);
  }
}
