import { setTimeout as pause } from 'node:timers/promises';
import { decorrelatedJitterGenerator, ExponentialBackoff } from 'cockatiel';
import { z } from 'zod';
import { type BreakerSettings, CircuitBreaker, type Verdict } from '@querent/platform';
import { failureOf, QdrantFailure, type QdrantTrouble } from './qdrant-failure';

export interface QdrantTiming {
  /**
   * Time limits of one request, in milliseconds: a read, which a question waits for, or a write, which waits for the
   * disk.
   */
  readMs: number;
  writeMs: number;
  backoff: { initialMs: number; maxMs: number };
  breaker: BreakerSettings;
}

export const DEFAULT_TIMING: QdrantTiming = {
  readMs: 1_500,
  writeMs: 15_000,
  backoff: { initialMs: 50, maxMs: 1_000 },
  breaker: { failures: 5, pauseMs: 5_000 },
};

/**
 * Retries per failure; all our requests are idempotent. Time-outs are too expensive to retry, and refusals are
 * permanent.
 */
const RETRIES: Partial<Record<QdrantTrouble, number>> = {
  unreachable: 2,
  server_error: 2,
  rate_limited: 2,
  malformed: 1,
};

/** Failures that count against the server; a refusal shows that it is alive. */
const TROUBLE: ReadonlySet<QdrantTrouble> = new Set(['timeout', 'unreachable', 'server_error', 'malformed']);

const verdictOn = (error: unknown): Verdict =>
  error instanceof QdrantFailure ? (TROUBLE.has(error.trouble) ? 'trouble' : 'alive') : null;

/** Settings passed to a client method with its arguments. */
export type RequestSettings = Pick<RequestInit, 'signal' | 'redirect' | 'dispatcher'>;
export type Request = (settings: RequestSettings) => Promise<{ data: unknown }>;

/** Sends requests with time-outs, retries and circuit breaker, and validates replies by a schema. */
export class QdrantCalls {
  private readonly breaker: CircuitBreaker;
  private readonly underWay = new Set<AbortController>();
  private closed = false;

  /** @param onBreaker called when the breaker opens (true) and closes again (false) */
  constructor(
    private readonly timing: QdrantTiming,
    onBreaker: (open: boolean) => void,
  ) {
    this.breaker = new CircuitBreaker({
      ...timing.breaker,
      verdict: verdictOn,
      refusal: () => new QdrantFailure('left_alone'),
      onChange: onBreaker,
    });
  }

  /** @throws QdrantFailure, or the signal's reason */
  async call<T>(kind: 'read' | 'write', result: z.ZodType<T>, request: Request, signal?: AbortSignal): Promise<T> {
    let backoff = new ExponentialBackoff<[number, number]>({
      generator: decorrelatedJitterGenerator,
      initialDelay: this.timing.backoff.initialMs,
      maxDelay: this.timing.backoff.maxMs,
    }).next();
    for (let failed = 1; ; failed++) {
      try {
        return await this.breaker.guard(() => this.attempt(this.timing[`${kind}Ms`], result, request, signal));
      } catch (error) {
        signal?.throwIfAborted();
        const failure = failureOf(error);
        if (failed > (RETRIES[failure.trouble] ?? 0) || this.closed) throw failure;
        await pause(backoff.duration, undefined, { signal }).catch(() => signal?.throwIfAborted());
        backoff = backoff.next(undefined);
      }
    }
  }

  /** One request, without the breaker. */
  async attempt<T>(timeoutMs: number, result: z.ZodType<T>, request: Request, signal?: AbortSignal): Promise<T> {
    if (this.closed) throw new QdrantFailure('unreachable', 'the index is closed');
    const ended = new AbortController();
    // Not AbortSignal.any: with long-lived signals, Node 20 keeps its results in memory.
    const end = (): void => ended.abort();
    signal?.throwIfAborted();
    signal?.addEventListener('abort', end);
    this.underWay.add(ended);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      end();
    }, timeoutMs);
    try {
      // No redirect: it would send the key to another server. Node's own dispatcher: the client brings its own undici,
      // which would have to match each Node version.
      const { data } = await request({ signal: ended.signal, redirect: 'error', dispatcher: undefined });
      return read(data, result);
    } catch (error) {
      signal?.throwIfAborted();
      throw late
        ? new QdrantFailure('timeout')
        : this.closed
          ? new QdrantFailure('unreachable', 'the index is closed')
          : failureOf(error);
    } finally {
      clearTimeout(timer);
      this.underWay.delete(ended);
      signal?.removeEventListener('abort', end);
    }
  }

  /** Aborts requests in flight, and rejects later ones. */
  close(): void {
    this.closed = true;
    for (const request of this.underWay) request.abort();
  }
}

/** The `result` of Qdrant's envelope. */
function read<T>(data: unknown, result: z.ZodType<T>): T {
  const envelope = z.object({ status: z.literal('ok'), result }).safeParse(data);
  if (envelope.success) return envelope.data.result;
  throw new QdrantFailure('malformed');
}
