import type { PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { cancelledFailure, databaseFailure, DatabaseFailure, silentServerFailure } from './database-failure';
import { watchExchange } from './exchange-watch';
import { cutClient, discardClient, takeClient } from './pooled-client';
import { learnSettings, preambleSteps } from './preamble';
import { sendTogether, type StepAnswer, type WireExchange } from './wire-exchange';
import type { WireStep } from './wire-step';

export interface SessionOptions {
  tenant?: string;
  statementTimeoutMs: number;
  /** IANA name or offset of the zone of timestamps with time zone. UTC by default. */
  timeZone?: string;
  signal?: AbortSignal;
  /** Steps sent with the preamble, in the same round trip; `work` gets the answers. Called for each attempt. */
  opening?: () => readonly WireStep[];
  /** `opening` is the session's only round trip: the clean-up is sent with it. */
  isWhole?: boolean;
}

/** One connection inside one READ ONLY transaction. */
export interface ReadOnlySession {
  /** Answers of `opening`. */
  readonly opening: readonly StepAnswer[];
  /**
   * One round trip, at most `boundMs` long (default: the session's statement time limit, at least 5 s). A failed
   * exchange makes the session unusable.
   * @throws DatabaseFailure
   */
  exchange(steps: readonly WireStep[], boundMs?: number): Promise<StepAnswer[]>;
  /** The same for the session's last round trip: the clean-up is sent with it. */
  lastExchange(steps: readonly WireStep[], boundMs?: number): Promise<StepAnswer[]>;
}

/**
 * Our own statements take a millisecond; this limit is for busy servers, and embedded ones that serve another client
 * first.
 */
const MIN_ANSWER_MS = 5_000;
/** Time limit of a session's clean-up before the connection is closed instead. */
const CLEAN_UP_MS = 2_000;

/**
 * The only way to run statements: `work` runs inside a READ ONLY transaction with local time-outs and search_path,
 * which always ends with ROLLBACK and DISCARD ALL: settings, session locks, temporary objects, prepared statements,
 * cursors and LISTENs do not survive. The result does not wait for the clean-up; the connection is released after it.
 *
 * A connection with a failed exchange is closed, not reused: a cancel request may be in flight, and PGlite answers an
 * error with one extra ReadyForQuery, which would shift every later reply by one.
 *
 * @throws DatabaseFailure of the database; other errors of `work` pass through and keep the connection
 */
export async function withReadOnlySession<Result>(
  datasource: Datasource,
  options: SessionOptions,
  work: (session: ReadOnlySession) => Promise<Result>,
): Promise<Result> {
  if (options.signal?.aborted) throw cancelledFailure();
  const { opening, line } = await openSession(datasource, options);
  try {
    return await work({ opening, exchange: line.exchange, lastExchange: line.lastExchange });
  } finally {
    line.end();
  }
}

/** A connection in use and its state. */
interface Line extends Pick<ReadOnlySession, 'exchange' | 'lastExchange'> {
  /** Steps of the last exchange that the server has answered. */
  answered(): number;
  end(): void;
}

/** Connections that have answered before: the server may have dropped them since, unnoticed by the pool. */
const served = new WeakSet<PoolClient>();

async function openSession(
  datasource: Datasource,
  options: SessionOptions,
): Promise<{ line: Line; opening: StepAnswer[] }> {
  const { statementTimeoutMs, timeZone = 'UTC', opening, isWhole } = options;
  for (;;) {
    const client = await takeClient(datasource, options.tenant, options.signal);
    const line = openLine(client, options);
    const preamble = preambleSteps(client, {
      searchPath: datasource.searchPath,
      limits: datasource.limits,
      statementTimeoutMs,
      timeZone,
    });
    try {
      const steps = [...preamble, ...(opening?.() ?? [])];
      const answers = await (isWhole ? line.lastExchange(steps) : line.exchange(steps));
      learnSettings(client, answers);
      served.add(client);
      return { line, opening: answers.slice(preamble.length) };
    } catch (error) {
      line.end();
      if (isWhole && line.answered() >= preamble.length) throw error;
      // Nothing has run yet, so another connection is tried; the loop ends at the first new one.
      const wasDropped =
        served.has(client) && error instanceof DatabaseFailure && error.errorClass.name === 'connection_lost';
      if (!wasDropped) throw isSilence(error) ? silentServerFailure() : error;
    }
  }
}

/**
 * Whether our own time-out ended the wait before the server's shorter one did. Before the statement, this is not about
 * the statement: the user cannot help, and the next call should not wait as long.
 */
const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseFailure && error.errorClass.name === 'timeout' && error.cause === undefined;

function openLine(client: PoolClient, { statementTimeoutMs, signal }: SessionOptions): Line {
  let doubtful = false;
  let last: WireExchange | undefined;
  let cleanUp: WireExchange | undefined;
  const condemn = () => {
    doubtful = true;
  };
  const send = async (
    boundMs = Math.max(statementTimeoutMs, MIN_ANSWER_MS),
    ...sequence: [readonly WireStep[], (readonly WireStep[])?]
  ) => {
    const exchange = () => {
      [last, cleanUp] = sendTogether(client, ...sequence);
      return last.answers;
    };
    try {
      return await watchExchange(client, { boundMs, signal, cut: () => cutClient(client) }, exchange);
    } catch (error) {
      condemn();
      throw databaseFailure(error);
    }
  };
  // Without a listener an error between two statements would end the process; the listener stays on a closing
  // connection.
  client.on('error', condemn);
  return {
    exchange: (steps, boundMs) => send(boundMs, steps),
    lastExchange: (steps, boundMs) => send(boundMs, steps, CLEAN_UP),
    answered: () => last?.answered ?? 0,
    end() {
      // If the transaction is no longer open, the statement has ended it and the session is not trusted.
      if (last !== undefined && last.transactionStatus !== 'T') condemn();
      if (cleanUp === undefined && doubtful) return discardClient(client);
      if (last !== undefined) cleanUp ??= sendTogether(client, CLEAN_UP)[0];
      // A clean-up under way is awaited in any case, because the server logs a connection that is closed meanwhile.
      void hasCleaned(cleanUp).then((isClean) => {
        if (!isClean || doubtful) return discardClient(client);
        client.off('error', condemn);
        client.release();
      });
    },
  };
}

/** DISCARD ALL cannot run in a transaction; after ROLLBACK there is none, though the Sync comes later. */
const CLEAN_UP: readonly WireStep[] = [{ text: 'ROLLBACK' }, { text: 'DISCARD ALL' }];

/** True if the clean-up succeeds in time, or was not needed because nothing was sent. */
async function hasCleaned(cleanUp: WireExchange | undefined): Promise<boolean> {
  if (cleanUp === undefined) return true;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CLEAN_UP_MS);
  });
  const ending = cleanUp.answers.then(
    () => cleanUp.transactionStatus === 'I',
    () => false,
  );
  const isClean = await Promise.race([ending, tooLong]);
  clearTimeout(timer);
  return isClean;
}
