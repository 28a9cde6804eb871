import type { PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { cancelledFailure, databaseFailure, DatabaseFailure, silentServerFailure } from './database-failure';
import { watchExchange } from './exchange-watch';
import { cutClient, discardClient, takeClient } from './pooled-client';
import { learnSettings, preambleSteps } from './preamble';
import { pipelined, WireExchange, type StepAnswer } from './wire-exchange';
import type { WireStep } from './wire-step';

export interface SessionOptions {
  tenant?: string;
  statementTimeoutMs: number;
  /** IANA name or offset; timestamps with time zone come out in it. UTC by default. */
  timeZone?: string;
  signal?: AbortSignal;
  /** What travels with the preamble, in the same round trip; `work` gets the answers. */
  opening?: readonly WireStep[];
}

/** One connection inside one READ ONLY transaction. */
export interface ReadOnlySession {
  /** Answers of `opening`. */
  readonly opening: readonly StepAnswer[];
  /**
   * One round trip, at most `boundMs` long (default: the session's time for a statement, at least 5 s). After one that
   * failed the session is of no use any more.
   * @throws DatabaseFailure
   */
  exchange(steps: readonly WireStep[], boundMs?: number): Promise<StepAnswer[]>;
}

/**
 * Our own statements take a millisecond; this is for servers under load, and embedded ones that compute for another.
 */
const MIN_ANSWER_MS = 5_000;
/** How long the ending of a session may take before the connection is thrown away instead. */
const CLEAN_UP_MS = 2_000;

/**
 * The only way to run anything: `work` happens inside a READ ONLY transaction with local time-outs and search_path,
 * which always ends in ROLLBACK, and then in DISCARD ALL: settings, session locks, temporary objects, prepared
 * statements, cursors and LISTENs do not survive. That clean-up is under way when the answer is returned; others get
 * the connection after it.
 *
 * A connection on which an exchange failed is closed, not reused: a cancel request may still be on its way to it, and
 * PGlite answers an error with one ReadyForQuery too many, which would shift every later reply by one.
 *
 * @throws DatabaseFailure of the database; what else `work` throws passes through, and costs no connection
 */
export async function withReadOnlySession<Result>(
  datasource: Datasource,
  options: SessionOptions,
  work: (session: ReadOnlySession) => Promise<Result>,
): Promise<Result> {
  if (options.signal?.aborted) throw cancelledFailure();
  const { opening, line } = await openSession(datasource, options);
  try {
    return await work({ exchange: line.exchange, opening });
  } finally {
    line.end();
  }
}

/** A connection in use, and what became of it. */
interface Line {
  exchange: ReadOnlySession['exchange'];
  end(): void;
}

/** Connections that have answered before: the server may have dropped them since, and the pool not yet have noticed. */
const served = new WeakSet<PoolClient>();

async function openSession(
  datasource: Datasource,
  options: SessionOptions,
): Promise<{ line: Line; opening: StepAnswer[] }> {
  const { statementTimeoutMs, timeZone = 'UTC', opening = [] } = options;
  for (;;) {
    const client = await takeClient(datasource, options.tenant, options.signal);
    const line = openLine(client, options);
    try {
      const preamble = preambleSteps(client, {
        searchPath: datasource.searchPath,
        limits: datasource.limits,
        statementTimeoutMs,
        timeZone,
      });
      const answers = await line.exchange([...preamble, ...opening]);
      learnSettings(client, answers);
      served.add(client);
      return { line, opening: answers.slice(preamble.length) };
    } catch (error) {
      line.end();
      // Nothing has run yet, so another connection may do; the loop ends at the first new one.
      const wasDropped =
        served.has(client) && error instanceof DatabaseFailure && error.errorClass.name === 'connection_lost';
      if (!wasDropped) throw isSilence(error) ? silentServerFailure() : error;
    }
  }
}

/**
 * Our own time-out, of which the server said nothing though its own is shorter. Before the statement that is no word
 * about the statement: the asker can do nothing, and the next one should not wait as long.
 */
const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseFailure && error.errorClass.name === 'timeout' && error.cause === undefined;

function openLine(client: PoolClient, { statementTimeoutMs, signal }: SessionOptions): Line {
  let doubtful = false;
  const condemn = () => {
    doubtful = true;
  };
  // Without a listener an error between two statements would end the process; on a closing connection it stays.
  client.on('error', condemn);
  return {
    async exchange(steps, boundMs = Math.max(statementTimeoutMs, MIN_ANSWER_MS)) {
      try {
        const watch = { boundMs, signal, cut: () => cutClient(client) };
        return await watchExchange(client, watch, () => client.query(new WireExchange(steps)).answers);
      } catch (error) {
        condemn();
        throw databaseFailure(error);
      }
    },
    end() {
      if (doubtful) return discardClient(client);
      void cleanUp(client).then((isClean) => {
        if (!isClean || doubtful) return discardClient(client);
        client.off('error', condemn);
        client.release();
      });
    },
  };
}

/**
 * True when the connection is as good as new. A transaction that is no longer open was ended by the statement: nothing
 * of that session is trusted any more. DISCARD ALL runs in no transaction, so it has a Sync of its own.
 */
async function cleanUp(client: PoolClient): Promise<boolean> {
  if (client.getTransactionStatus() !== 'T') return false;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CLEAN_UP_MS);
  });
  const exchanges = pipelined([[{ text: 'ROLLBACK' }], [{ text: 'DISCARD ALL' }]]);
  const ending = Promise.all(exchanges.map((exchange) => client.query(exchange).answers)).then(
    () => client.getTransactionStatus() === 'I',
    () => false,
  );
  const isClean = await Promise.race([ending, tooLong]);
  clearTimeout(timer);
  return isClean;
}
