import type { PoolClient } from 'pg';
import { requestCancel } from './cancel-request';
import { cancelledFailure, timeoutFailure, type DatabaseFailure } from './database-failure';

/** Time for the server to answer after a cancel request before its connection is cut. */
const CANCEL_GRACE_MS = 800;
/** A cancel request that arrives just before its statement has no effect, so it is repeated with growing pauses. */
const CANCEL_REPEATS_MS = [20, 40, 80, 160, 320, 640];
/** Head start of the server's own time-out, whose message is authentic. */
const SERVER_HEAD_START_MS = 200;

export interface WatchOptions {
  boundMs: number;
  signal?: AbortSignal;
  /** Closes the socket if neither the answer nor the cancellation arrived. */
  cut: () => void;
}

/**
 * Waits for one exchange with the server, at most `boundMs` and until `signal` aborts: then cancels the server's work,
 * and cuts the connection if that is not answered. The server's statement_timeout restarts with every fetch, and some
 * servers (PGlite) support neither time-out nor cancellation, so the time is also measured here.
 *
 * @throws DatabaseFailure `timeout` or `cancelled` even if the exchange still succeeded, because a cancel request may
 * be in flight
 */
export function watchExchange<Answer>(
  client: PoolClient,
  { boundMs, signal, cut }: WatchOptions,
  exchange: () => Promise<Answer>,
): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(cancelledFailure());
  // A single promise without races, because this wraps every round trip.
  return new Promise((resolve, reject) => {
    const answering = exchange();
    let stopping: { reason: DatabaseFailure; again: NodeJS.Timeout[]; grace: NodeJS.Timeout } | undefined;
    const stop = (reason: DatabaseFailure) => {
      if (stopping !== undefined) return;
      requestCancel(client);
      const again = CANCEL_REPEATS_MS.map((ms) => setTimeout(() => requestCancel(client), ms));
      const grace = setTimeout(() => {
        cut();
        leave();
        reject(reason);
      }, CANCEL_GRACE_MS);
      stopping = { reason, again, grace };
    };
    const onAbort = () => stop(cancelledFailure());
    const deadline = setTimeout(() => stop(timeoutFailure(boundMs)), boundMs + SERVER_HEAD_START_MS);
    const leave = () => {
      clearTimeout(deadline);
      if (stopping !== undefined) {
        clearTimeout(stopping.grace);
        stopping.again.forEach(clearTimeout);
      }
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    answering.then(
      (answer) => {
        leave();
        if (stopping === undefined) resolve(answer);
        else reject(stopping.reason);
      },
      (error: unknown) => {
        leave();
        reject(stopping?.reason ?? error);
      },
    );
  });
}

/**
 * Waits for work other than an exchange while a session is open; an abort ends the waiting, not the work.
 * @throws DatabaseFailure `cancelled`
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelledFailure());
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
