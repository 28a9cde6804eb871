import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';

/** The PostgreSQL of the history, whose disk can be full. */
export interface HistoryServer extends ThrowAwayPostgres {
  /** Call it when the tables of the history exist or are about to: it waits for them. */
  watchDisk(): Promise<void>;
  /** Whether the server refuses new rows from now on, as with a full disk. */
  setFull(isFull: boolean): Promise<void>;
}

const TABLES = ['run', 'result_page', 'audit_entry'].map((name) => `querent_history.${name}`);

/** A table holds whether the disk is full: creating and dropping triggers would wait for the locks of moves. */
const DISK = `
  CREATE SCHEMA chaos;
  CREATE TABLE chaos.disk (is_full boolean NOT NULL);
  INSERT INTO chaos.disk VALUES (false);
  CREATE FUNCTION chaos.require_space() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT is_full FROM chaos.disk) THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
      END IF;
      RETURN NEW;
    END $$;
  ${TABLES.map(
    (table) =>
      `CREATE TRIGGER require_space BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION chaos.require_space();`,
  ).join('\n')}`;

/** Starts the server. Unlike other throw-away servers it confirms only commits that a crash does not lose. */
export async function startHistoryServer(): Promise<HistoryServer> {
  const postgres = await startPostgres({ settings: { synchronous_commit: 'on' } });
  return {
    ...postgres,
    async watchDisk() {
      await waitFor(async () => {
        const { rows } = await postgres.query('SELECT to_regclass($1) IS NOT NULL AS found', [TABLES.at(-1)]);
        return rows[0]?.['found'] === true;
      });
      await postgres.query(DISK);
    },
    async setFull(isFull) {
      await postgres.query('UPDATE chaos.disk SET is_full = $1', [isFull]);
    },
  };
}
