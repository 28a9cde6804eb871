import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { CallFailure } from './call-failure';
import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';

/** Failures that say that the server is in trouble; what it answers at all, it answers alive. */
const TROUBLE: ReadonlySet<LlmFailure> = new Set(['timeout', 'server_error', 'unreachable']);

export interface BreakerSettings {
  /** So many failed requests in a row open it. */
  failures: number;
  /** Milliseconds that it stays open, before one request may try. */
  pauseMs: number;
}

/** Keeps requests from a server that is in trouble: one for each endpoint and process. */
export class EndpointBreaker {
  private readonly policy: CircuitBreakerPolicy;

  /** @param onChange told when it opens (true) and when it closes again (false) */
  constructor({ failures, pauseMs }: BreakerSettings, onChange: (open: boolean) => void) {
    this.policy = circuitBreaker(
      handleWhen((error) => this.counts(error)),
      { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failures) },
    );
    this.policy.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) onChange(state === CircuitState.Open);
    });
  }

  /** @throws LlmUnavailableError (`breaker_open`) at once while it is open; else what `request` throws */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    // Cockatiel lets the others wait for the outcome of the trial; a run has better things to do.
    if (this.policy.state === CircuitState.HalfOpen) throw leftAlone();
    const outcome = await this.policy
      .execute(() => answered(request))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? leftAlone() : error;
      });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  /**
   * In a trial (which begins while the state is still `Open`) everything but an answer of the server counts: a
   * cancelled run or a spent budget proved nothing, and must not close it.
   */
  private counts(error: Error): boolean {
    return error instanceof CallFailure || this.policy.state !== CircuitState.Closed;
  }
}

/**
 * What the server answered, be it of use or not: a failure that is thrown would not end a row of failures (cockatiel
 * counts on).
 */
async function answered<T>(request: () => Promise<T>): Promise<{ value: T } | { failure: CallFailure }> {
  try {
    return { value: await request() };
  } catch (error) {
    if (error instanceof CallFailure && !TROUBLE.has(error.why)) return { failure: error };
    throw error;
  }
}

const leftAlone = (): LlmUnavailableError =>
  new LlmUnavailableError('breaker_open', 'the model’s server was in trouble, it is left alone for a while');
