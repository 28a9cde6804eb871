import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';

export interface BreakerSettings {
  /** Failed requests in a row that open it. */
  failures: number;
  /** Milliseconds that it stays open, before one request may try. */
  pauseMs: number;
}

/**
 * What an error proves about the server: `trouble`, that it or the way to it is down; `alive`, that it has answered, be
 * it of use or not; null, neither (an aborted request, a spent budget).
 */
export type Verdict = 'trouble' | 'alive' | null;

interface BreakerOptions extends BreakerSettings {
  verdict: (error: unknown) => Verdict;
  /** The error of a request that is not sent. */
  refusal: () => Error;
  /** Called when it opens (true) and when it closes again (false). */
  onChange?: (open: boolean) => void;
}

/** Keeps requests from a server that is in trouble: cockatiel's circuit breaker, in which no request waits. */
export class CircuitBreaker {
  private readonly policy: CircuitBreakerPolicy;

  constructor(private readonly options: BreakerOptions) {
    const { failures, pauseMs, verdict, onChange } = options;
    this.policy = circuitBreaker(
      // In a trial (which begins while the state is still `Open`) everything but an answer counts: a request that was
      // aborted proved nothing, and must not close the breaker.
      handleWhen((error) => verdict(error) === 'trouble' || this.policy.state !== CircuitState.Closed),
      { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failures) },
    );
    this.policy.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) onChange?.(state === CircuitState.Open);
    });
  }

  get isClosed(): boolean {
    return this.policy.state === CircuitState.Closed;
  }

  /** @throws the refusal at once while it is open, or while another request tries; else what `request` throws */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    const { refusal } = this.options;
    // Cockatiel lets the others wait for the outcome of the trial.
    if (this.policy.state === CircuitState.HalfOpen) throw refusal();
    const outcome = await this.policy
      .execute(() => this.answered(request))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? refusal() : error;
      });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  /** An answer of no use is not thrown: thrown, it would not end a row of failures (cockatiel counts on). */
  private async answered<T>(request: () => Promise<T>): Promise<{ value: T } | { failure: unknown }> {
    try {
      return { value: await request() };
    } catch (failure) {
      if (this.options.verdict(failure) === 'alive') return { failure };
      throw failure;
    }
  }
}
