import type { HistoryDatabase } from './history-database';

/** Key of the lock under which one process at a time changes tables. */
export const CHANGE_LOCK = 7_140_001;

/**
 * The changes of the tables, in order. A change only adds: gateways of the version before read and write during an
 * upgrade. A column that is added has a default; a column is removed one version after the last one that reads it.
 *
 * Texts that clients choose are stored as `storedText` writes them. Days are those on which a run was asked or an entry
 * was written, in UTC. Compressed columns are not compressed again.
 */
const migrations: readonly string[] = [
  `CREATE TABLE querent_history.run (
     day date NOT NULL,
     id text COLLATE "C" NOT NULL,
     tenant text COLLATE "C" NOT NULL,
     key_name text COLLATE "C" NOT NULL,
     listed_at bigint NOT NULL,
     status text NOT NULL,
     conversation text,
     version integer NOT NULL,
     record bytea NOT NULL,
     PRIMARY KEY (day, id)
   ) PARTITION BY RANGE (day);
   ALTER TABLE querent_history.run ALTER record SET STORAGE EXTERNAL;
   CREATE INDEX run_of_tenant ON querent_history.run (tenant, listed_at DESC, id DESC);
   CREATE INDEX run_of_key ON querent_history.run (tenant, key_name, listed_at DESC, id DESC);
   CREATE TABLE querent_history.result_page (
     day date NOT NULL,
     tenant text COLLATE "C" NOT NULL,
     run text COLLATE "C" NOT NULL,
     blob text COLLATE "C" NOT NULL,
     page integer NOT NULL,
     listed_at bigint NOT NULL,
     content bytea NOT NULL,
     PRIMARY KEY (day, tenant, run, blob, page)
   ) PARTITION BY RANGE (day);
   ALTER TABLE querent_history.result_page ALTER content SET STORAGE EXTERNAL;
   CREATE TABLE querent_history.audit_entry (
     day date NOT NULL,
     tenant text COLLATE "C" NOT NULL,
     ms bigint NOT NULL,
     n bigint NOT NULL,
     entry text NOT NULL,
     link text NOT NULL,
     PRIMARY KEY (day, tenant, ms, n)
   ) PARTITION BY RANGE (day);`,
  // Whether a clarification of the run never got an answer.
  'ALTER TABLE querent_history.run ADD COLUMN unanswered boolean NOT NULL DEFAULT false',
];

/**
 * Brings the tables to this version; those of a newer version stay. @throws HistoryAwayError, or the database's error
 */
export async function migrate(database: HistoryDatabase): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS querent_history');
    await client.query(
      'CREATE TABLE IF NOT EXISTS querent_history.migration (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ version: number | null }>(
      'SELECT max(version) AS version FROM querent_history.migration',
    );
    for (let version = (rows[0]?.version ?? 0) + 1; version <= migrations.length; version += 1) {
      await client.query(migrations[version - 1] ?? '');
      await client.query('INSERT INTO querent_history.migration (version) VALUES ($1)', [version]);
    }
  });
}
