import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen, type CircuitBreakerPolicy } from 'cockatiel';
import { DatabaseFailure } from '@querent/datasource';
import { errorClassOf, type DatabaseErrorClassName } from '@querent/sql';
import { NotAdmitted } from './admission-of';

export interface BreakerOptions {
  /** So many failures in a row open the breaker of a connection. */
  failures?: number;
  /** Milliseconds that it stays open, before one statement may try. */
  pauseMs?: number;
  /** Told when a connection's breaker opens (true) and when it closes again (false). */
  onChange?: (connection: string, open: boolean) => void;
}

const FAILURES = 5;
const PAUSE_MS = 5_000;

/**
 * Failures that say that a database cannot be reached. A wrong password or full server is not among them: one login of many
 * says nothing about the others, and the server answered at once. Neither is a statement's time-out, which is the statement's.
 */
const UNREACHABLE: ReadonlySet<DatabaseErrorClassName> = new Set(['connection_lost']);

/**
 * Keeps statements from databases that cannot be reached, so that each further question costs no time-out of a connection.
 * One breaker for each connection and process; it tries again by itself, with one statement.
 */
export class ConnectionBreakers {
  private readonly breakers = new Map<string, CircuitBreakerPolicy>();

  constructor(private readonly options: BreakerOptions = {}) {}

  /** @throws DatabaseFailure (`connection_lost`) at once while the connection's breaker is open; else what `work` throws */
  async run<T>(connection: string, work: () => Promise<T>): Promise<T> {
    const breaker = this.breakerOf(connection);
    // Cockatiel lets the others wait for the outcome of the trial, which may take as long as a connection's time-out.
    if (breaker.state === CircuitState.HalfOpen) throw leftAlone();
    const outcome = await breaker.execute(() => answered(work)).catch((error: unknown) => {
      throw error instanceof BrokenCircuitError ? leftAlone() : error;
    });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  private breakerOf(connection: string): CircuitBreakerPolicy {
    const known = this.breakers.get(connection);
    if (known !== undefined) return known;
    const { failures = FAILURES, pauseMs = PAUSE_MS, onChange } = this.options;
    // In a trial (which begins while the state is still `Open`) everything but the database's own word counts: a cancelled statement proved nothing.
    const counts = (error: Error): boolean => isUnreachable(error) || breaker.state !== CircuitState.Closed;
    const breaker: CircuitBreakerPolicy = circuitBreaker(handleWhen(counts), { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failures) });
    breaker.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) onChange?.(connection, state === CircuitState.Open);
    });
    this.breakers.set(connection, breaker);
    return breaker;
  }
}

/** What the database said, be it a refusal: a failure that is thrown would not end a row of failures (cockatiel counts on). */
async function answered<T>(work: () => Promise<T>): Promise<{ value: T } | { failure: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (isAnswer(error)) return { failure: error };
    throw error;
  }
}

/** Words of the server itself come with its own error as the cause; our own time-outs and cancellations have none. */
function isAnswer(error: unknown): boolean {
  if (error instanceof NotAdmitted) return true;
  return error instanceof DatabaseFailure && error.cause !== undefined && !isUnreachable(error);
}

const isUnreachable = (error: unknown): boolean => error instanceof DatabaseFailure && UNREACHABLE.has(error.errorClass.name);

const leftAlone = (): DatabaseFailure => new DatabaseFailure(errorClassOf('connection_lost'), 'the database could not be reached several times, it is left alone for a while', undefined);
