import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';

export interface BreakerSettings {
  /** Consecutive failures that open it. */
  failures: number;
  /** Milliseconds that it stays open before it admits one trial request. */
  pauseMs: number;
}

/**
 * What an error proves about the server: `trouble`: the server or the connection to it is down; `alive`: it has
 * answered, usefully or not; null: neither (an aborted request, a spent budget).
 */
export type Verdict = 'trouble' | 'alive' | null;

interface BreakerOptions extends BreakerSettings {
  verdict: (error: unknown) => Verdict;
  /** Creates the error of a request that is not sent. */
  refusal: () => Error;
  /** Called when it opens (true) and when it closes again (false). */
  onChange?: (open: boolean) => void;
}

/** Blocks requests to a server that is in trouble: cockatiel's circuit breaker, without waiting requests. */
export class CircuitBreaker {
  private readonly policy: CircuitBreakerPolicy;

  constructor(private readonly options: BreakerOptions) {
    const { failures, pauseMs, verdict, onChange } = options;
    this.policy = circuitBreaker(
      // During a trial (which starts while the state is still `Open`) everything but an answer counts as a failure: an
      // aborted request proves nothing and must not close the breaker.
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

  /**
   * @throws the refusal immediately while the breaker is open or another trial is running; otherwise the error of
   * `request`
   */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    const { refusal } = this.options;
    // Cockatiel would make other requests wait for the outcome of the trial.
    if (this.policy.state === CircuitState.HalfOpen) throw refusal();
    const outcome = await this.policy
      .execute(() => this.answered(request))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? refusal() : error;
      });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  /**
   * An error that proves the server alive is returned, not thrown: if thrown, it would not reset cockatiel's count of
   * consecutive failures.
   */
  private async answered<T>(request: () => Promise<T>): Promise<{ value: T } | { failure: unknown }> {
    try {
      return { value: await request() };
    } catch (failure) {
      if (this.options.verdict(failure) === 'alive') return { failure };
      throw failure;
    }
  }
}
