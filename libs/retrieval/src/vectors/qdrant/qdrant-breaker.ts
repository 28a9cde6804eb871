import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { QdrantFailure, type QdrantTrouble } from './qdrant-failure';

/** Failures that say that the server is in trouble; what it refuses, it refuses alive. */
const TROUBLE: ReadonlySet<QdrantTrouble> = new Set(['timeout', 'unreachable', 'server_error', 'malformed']);

export interface BreakerTiming {
  /** So many failed requests in a row open it. */
  failures: number;
  /** Milliseconds that it stays open, before one request may try. */
  pauseMs: number;
}

/** Keeps requests from a Qdrant that is in trouble: one for each index. */
export class QdrantBreaker {
  private readonly policy: CircuitBreakerPolicy;

  /** @param onChange told when it opens (true) and when it closes again (false) */
  constructor({ failures, pauseMs }: BreakerTiming, onChange: (open: boolean) => void) {
    this.policy = circuitBreaker(
      // In a trial (which begins while the state is still `Open`) an aborted request counts too: it proved nothing, and
      // must not close the breaker.
      handleWhen((error) => error instanceof QdrantFailure || this.policy.state !== CircuitState.Closed),
      { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failures) },
    );
    this.policy.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) onChange(state === CircuitState.Open);
    });
  }

  /** @throws QdrantFailure, `left_alone` at once while it is open; what is not of the server comes through as it is */
  async guard<T>(request: () => Promise<T>): Promise<T> {
    // Cockatiel lets the others wait for the outcome of the trial; callers have better things to do.
    if (this.policy.state === CircuitState.HalfOpen) throw new QdrantFailure('left_alone');
    const outcome = await this.policy
      .execute(() => answered(request))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? new QdrantFailure('left_alone') : error;
      });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }
}

/**
 * What the server answered, be it of use or not: a failure that is thrown would not end a row of failures (cockatiel
 * counts on).
 */
async function answered<T>(request: () => Promise<T>): Promise<{ value: T } | { failure: QdrantFailure }> {
  try {
    return { value: await request() };
  } catch (error) {
    if (error instanceof QdrantFailure && !TROUBLE.has(error.trouble)) return { failure: error };
    throw error;
  }
}
