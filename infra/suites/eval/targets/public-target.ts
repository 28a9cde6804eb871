import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { stringify } from 'yaml';
import type { Host } from '../host';
import type { Target } from './target';
import { writePrivateKeys } from './private-keys';

/** A database to create and serve as a connection. */
export interface PublicDatabase {
  connection: string;
  /** Name of the PostgreSQL database. Several connections may share one, with a schema each. */
  database: string;
  schema: string;
  /** Statements that create its tables and rows. */
  sql: string;
}

/** Number of schemas that are read concurrently at first, because each opens connections. */
export const servedAtOnce = 40;
const reader = 'eval_reader';

/**
 * Starts a throw-away PostgreSQL with these databases and the whole product, without model files.
 */
export async function openPublicTarget(
  host: Host,
  databases: readonly PublicDatabase[],
  {
    lanes,
    onLine,
    onLoaded,
  }: {
    lanes: number;
    onLine: (name: string, line: string) => void;
    onLoaded: (database: PublicDatabase, problem: string | null) => void;
  },
): Promise<Target & { serve(part: readonly PublicDatabase[]): void }> {
  const folder = mkdtempSync(`${tmpdir()}/querent-eval-`);
  const postgres = await host.startPostgresServer({ settings: { max_connections: 500 } });
  const stopAll = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await load(postgres.url, databases, onLoaded);
    for (const part of ['connections', 'models', 'samples', 'agents']) mkdirSync(`${folder}/${part}`);
    const keys = writePrivateKeys(folder, { replies: 0, lanes });
    const urlOf = (database: string): string =>
      postgres.url.replace('postgres@', `${reader}@`).replace(/\/postgres$/, `/${database}`);
    const stack = await host.startStack({
      env: {
        QUERENT_CONFIG_DIR: folder,
        LOG_LEVEL: 'warn',
        QUESTIONS_PER_MINUTE: '1000000',
        KEPT_MB_PER_TENANT: '1000000',
        QUERENT_DEMO_DATABASE_URL: postgres.url,
      },
      onLine,
    });
    return {
      ...keys,
      url: stack.url,
      timezone: 'UTC',
      databases: new Map(
        databases.map(({ connection, database, schema }) => [connection, { url: urlOf(database), schema }]),
      ),
      serve(part) {
        for (const { connection, database, schema } of part)
          writeFileSync(
            `${folder}/connections/${connection}.yaml`,
            stringify({ label: { en: connection, zh: connection }, url: urlOf(database), schema }),
          );
      },
      async stop() {
        await stack.stop();
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Runs the files in sequence in separate sessions, so that settings of one file do not affect the next. */
async function load(
  url: string,
  databases: readonly PublicDatabase[],
  onLoaded: (database: PublicDatabase, problem: string | null) => void,
): Promise<void> {
  await using(url, (client) => client.query(`CREATE ROLE ${reader} LOGIN`));
  for (const name of new Set(databases.map(({ database }) => database))) {
    await using(url, (client) => client.query(`CREATE DATABASE "${name}"`));
    await using(url.replace(/\/postgres$/, `/${name}`), async (client) => {
      for (const database of databases.filter((each) => each.database === name))
        onLoaded(database, await loaded(client, database));
      await client.query('ANALYZE');
    });
  }
}

async function loaded(client: Client, { sql, schema }: PublicDatabase): Promise<string | null> {
  try {
    await client.query(sql);
    await client.query('RESET ALL');
    await client.query(
      `GRANT USAGE ON SCHEMA "${schema}" TO ${reader}; GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO ${reader}`,
    );
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function using(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
