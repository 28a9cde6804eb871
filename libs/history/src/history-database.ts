import { HistoryAwayError } from '@querent/saga';
import { DatabaseError, Pool, type PoolClient, type QueryResultRow } from 'pg';

/** Time for a connection, ms: a request waits for it. */
const CONNECT_MS = 2_000;
/** Time for a statement, ms. */
const STATEMENT_MS = 10_000;
/** Time for which calls fail at once after a failure to connect, ms: they must not wait for a database that is away. */
const PAUSE_MS = 2_000;
const IDLE_MS = 30_000;

/**
 * SQLSTATEs of a server that cannot work now: broken connection, no resources, shutting down, read-only, conflicts, and
 * tables and columns that no gateway has created yet.
 */
const AWAY = /^(08|53|57P|58|XX|25006|40|55P03|3F000|42P01|42703)/;
/** Errors of the driver without a SQLSTATE: not connected, broken, or not answered in time. */
const LOST = /^(query read timeout|connection terminated|timeout |connect |read E|write E|client )/i;

/**
 * The connections to the history. Rejects with HistoryAwayError if the database cannot be reached, does not answer in
 * time, or cannot work now; with the error of the database otherwise.
 */
export class HistoryDatabase {
  private readonly pool: Pool;
  private pausedUntil = 0;

  /** @param max most connections */
  constructor(url: string, max: number) {
    this.pool = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      application_name: 'querent-history',
      allowExitOnIdle: true,
    });
    // The pool removes an idle connection that the server drops; without a listener the error would end the process.
    this.pool.on('error', () => undefined);
  }

  /** Whether the last attempt to reach the database failed just now. */
  get isAway(): boolean {
    return performance.now() < this.pausedUntil;
  }

  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.withClient(async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Runs `work` in a transaction; rolls back if it rejects. */
  async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.withClient(async (client) => {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.isAway) throw new HistoryAwayError();
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (cause) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      throw new HistoryAwayError({ cause });
    }
    // A connection that breaks while it is in use also fails the statement.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    try {
      const result = await work(client);
      client.off('error', ignore);
      client.release();
      return result;
    } catch (cause) {
      client.off('error', ignore);
      // Closed, not reused: the statement may still run, and the transaction be open.
      client.release(true);
      throw isFault(cause) ? cause : new HistoryAwayError({ cause });
    }
  }
}

/** Whether the database refused the content of a statement, or the error has another source: a retry cannot help. */
function isFault(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error instanceof DatabaseError ? !AWAY.test(error.code ?? '') : !LOST.test(error.message);
}
