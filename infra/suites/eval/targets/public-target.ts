import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { stringify } from 'yaml';
import type { Host } from '../host';
import type { Target } from './target';
import { writePrivateKeys } from './private-keys';

/** A database to make and to serve as a connection. */
export interface PublicDatabase {
  connection: string;
  /** Of PostgreSQL; several connections may share one, each with a schema of its own. */
  database: string;
  schema: string;
  /** What makes its tables and rows. */
  sql: string;
}

/** Schemas that are read for the first time at once: each opens connections of its own. */
export const servedAtOnce = 40;
const reader = 'eval_reader';

/**
 * A throw-away PostgreSQL with these databases, and the whole product in front of them, without a model file for any.
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

/** One after another: what a statement of one file sets must not reach the next. */
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
