import { Client } from 'pg';
import type { ThrowAwayPostgres } from '@querent/testing';
import { DAWDLING_MODEL, DAWDLING_SCHEMA } from './slow-schema';

/** Connections to databases with slow views. */
export class SlowDatabases {
  /** @param config folder for the files of connections and models */
  constructor(private readonly config: { write(path: string, text: string): void }) {}

  /** Creates the schema and logins that may read it. */
  async fill(postgres: ThrowAwayPostgres, logins: readonly string[]): Promise<void> {
    await postgres.query(logins.map((login) => `CREATE ROLE ${login} LOGIN;`).join(' '));
    await this.fillAt(postgres.url, logins);
  }

  /** Creates the schema in a further database of the server. */
  async fillAt(url: string, readers: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `${DAWDLING_SCHEMA} GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${readers.join(', ')}; ANALYZE;`,
    );
    await client.end();
  }

  connect(name: string, url: string, limits = 'statementTimeoutMs: 3000', model = DAWDLING_MODEL): void {
    this.config.write(`models/${name}.yaml`, model);
    this.config.write(
      `connections/${name}.yaml`,
      `label: { zh: 商店, en: Shop }\nurl: "${url}"\nlimits: { ${limits} }\n`,
    );
  }

  /** Sets the duration of the slow questions' statements. */
  async pace(postgres: ThrowAwayPostgres, seconds: number): Promise<void> {
    await postgres.query('UPDATE pace SET seconds = $1', [seconds]);
  }
}

/** Returns the URL with another login, and optionally another port or database. */
export function loginAt(
  url: string,
  username: string,
  change: { port?: number; pathname?: string; password?: string; search?: string } = {},
): string {
  return Object.assign(new URL(url), {
    username,
    ...change,
    ...(change.port === undefined ? {} : { port: String(change.port) }),
  }).href;
}
