import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen, type CircuitBreakerPolicy } from 'cockatiel';
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
    this.policy = circuitBreaker(handleWhen((error) => this.counts(error)), { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failures) });
    this.policy.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) onChange(state === CircuitState.Open);
    });
  }

  /** @throws LlmUnavailableError (`breaker_open`) at once while it is open; else what `request` throws */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    // Cockatiel lets the others wait for the outcome of the trial; a run has better things to do.
    if (this.policy.state === CircuitState.HalfOpen) throw brokenOff();
    try {
      return await this.policy.execute(request);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? brokenOff() : error;
    }
  }

  /** In a trial (which begins while the state is still `Open`) everything but an answer of the server counts: a cancelled run or a spent budget proved nothing, and must not close it. */
  private counts(error: Error): boolean {
    if (error instanceof CallFailure) return TROUBLE.has(error.why);
    return this.policy.state !== CircuitState.Closed;
  }
}

const brokenOff = (): LlmUnavailableError => new LlmUnavailableError('breaker_open', 'the model’s server was in trouble, it is left alone for a while');
