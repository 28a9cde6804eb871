import type { PoolClient } from 'pg';
import { requestCancel } from './cancel-request';
import { cancelledFailure, timeoutFailure, type DatabaseFailure } from './database-failure';

/** After a cancel request the server has this long to answer before its connection is cut. */
const CANCEL_GRACE_MS = 800;
/**
 * A request that arrives just before its statement is forgotten by the server, so it is said again: soon, then less and
 * less often.
 */
const CANCEL_REPEATS_MS = [20, 40, 80, 160, 320, 640];
/** The server's own time-out should speak first: its message is authentic. */
const SERVER_HEAD_START_MS = 200;

export interface WatchOptions {
  boundMs: number;
  signal?: AbortSignal;
  /** Closes the socket, when neither an answer nor a cancel came through. */
  cut: () => void;
}

/**
 * Waits for one exchange with the server, at most `boundMs`, at most until `signal` aborts: then cancels what the
 * server is doing, and cuts the connection when that is not answered. The server's own statement_timeout starts anew
 * with every fetch, and some servers (PGlite) know neither time-out nor cancel; so the time is kept here too.
 *
 * @throws DatabaseFailure `timeout` or `cancelled` even when the exchange still succeeded: a cancel request may be on
 * its way.
 */
export function watchExchange<Answer>(
  client: PoolClient,
  { boundMs, signal, cut }: WatchOptions,
  exchange: () => Promise<Answer>,
): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(cancelledFailure());
  // One promise, and nothing raced: this stands around every round trip.
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
 * Waits for something else than the server while a session is open; an abort ends the waiting, not the work. @throws
 * DatabaseFailure `cancelled`
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
