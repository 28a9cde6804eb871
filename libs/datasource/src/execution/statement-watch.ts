import type { PoolClient } from 'pg';
import { requestCancel } from '../connection/cancel-request';
import { cancelledFailure, timeoutFailure, type DatabaseFailure } from '../connection/database-failure';

/** After a cancel request the server has this long to answer before its connection is cut. */
const CANCEL_GRACE_MS = 800;
/** A request that arrives just before its statement is forgotten by the server, so it is said again. */
const CANCEL_REPEAT_MS = 100;
/** The server's own time-out should speak first: its message is authentic and its connection stays good. */
const SERVER_HEAD_START_MS = 200;

/** Stands beside one running statement: stops it on abort and when its time is used up. */
export interface StatementWatch {
  /** Runs one exchange with the server within what is left of the statement's time. */
  during<Result>(exchange: () => Promise<Result>): Promise<Result>;
  /** Milliseconds spent waiting for the server so far. */
  elapsedMs(): number;
  end(): void;
}

/**
 * The server's statement_timeout starts anew with every fetch, and some servers (PGlite) know neither time-out
 * nor cancel; so the time is kept here: cancel first, and cut the connection (`onCut`) when that is
 * not answered. Time in which the reader of the rows keeps the server waiting does not count.
 */
export function watchStatement(
  client: PoolClient,
  options: { timeoutMs: number; signal?: AbortSignal; onCut: () => void },
): StatementWatch {
  let spentMs = 0;
  let exchangeStart: number | null = null;
  let reason: DatabaseFailure | null = null;
  let cut: ((failure: DatabaseFailure) => void) | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  const stop = (failure: DatabaseFailure) => {
    if (reason) return;
    reason = failure;
    if (exchangeStart === null) return;
    requestCancel(client);
    again = setInterval(() => requestCancel(client), CANCEL_REPEAT_MS);
    grace = setTimeout(() => {
      options.onCut();
      cut?.(failure);
    }, CANCEL_GRACE_MS);
  };
  const onAbort = () => stop(cancelledFailure());
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted) onAbort();

  return {
    async during(exchange) {
      if (reason) throw reason;
      const start = performance.now();
      exchangeStart = start;
      deadline = setTimeout(() => stop(timeoutFailure(options.timeoutMs)), options.timeoutMs - spentMs + SERVER_HEAD_START_MS);
      const cutOff = new Promise<never>((_, reject) => {
        cut = reject;
      });
      try {
        const result = await Promise.race([exchange(), cutOff]);
        if (reason) throw reason;
        return result;
      } catch (error) {
        throw reason ?? error;
      } finally {
        clearTimeout(deadline);
        clearTimeout(grace);
        clearInterval(again);
        cut = null;
        exchangeStart = null;
        spentMs += performance.now() - start;
      }
    },
    elapsedMs: () => spentMs,
    end() {
      clearTimeout(deadline);
      clearTimeout(grace);
      clearInterval(again);
      options.signal?.removeEventListener('abort', onAbort);
    },
  };
}
