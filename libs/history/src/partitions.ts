import { dayOf, daysAfter } from './days';
import type { HistoryDatabase } from './history-database';
import { CHANGE_LOCK } from './migrations';

export const historyTables = ['run', 'result_page', 'audit_entry'] as const;
export type HistoryTable = (typeof historyTables)[number];

/** Days that are prepared before their first row. */
const AHEAD = 2;
/** Longest wait for the lock of a table that is being read, ms. */
const LOCK_MS = 2_000;

const nameOf = (table: HistoryTable, day: string): string => `${table}_${day.replaceAll('-', '')}`;

/** The partitions of the tables: one per table and day. */
export class Partitions {
  private readonly known = new Set<string>();

  constructor(private readonly database: HistoryDatabase) {}

  /** Creates the partitions of the next days, so that no move waits for one. */
  async prepare(now: number): Promise<void> {
    for (const table of historyTables)
      await this.create(
        table,
        Array.from({ length: AHEAD + 1 }, (_, days) => daysAfter(dayOf(now), days)),
      );
  }

  /** Creates the missing partitions of these days. */
  async create(table: HistoryTable, days: Iterable<string>): Promise<void> {
    for (const day of new Set(days)) {
      const name = nameOf(table, day);
      if (this.known.has(name)) continue;
      // Attached, not created as a partition: that would wait for every reader of the table, and stop the next ones.
      await this.database.transaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
        const { rows } = await client.query('SELECT to_regclass($1) AS found', [`querent_history.${name}`]);
        if ((rows[0] as { found: unknown } | undefined)?.found) return;
        await client.query(
          `CREATE TABLE querent_history.${name} (LIKE querent_history.${table} INCLUDING DEFAULTS INCLUDING STORAGE)`,
        );
        await client.query(
          `ALTER TABLE querent_history.${table} ATTACH PARTITION querent_history.${name} FOR VALUES FROM ('${day}') TO ('${daysAfter(day, 1)}')`,
        );
      });
      this.known.add(name);
    }
  }

  /** Days that have a partition, oldest first. */
  async days(table: HistoryTable): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i
         JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = $1::regclass ORDER BY 1`,
      [`querent_history.${table}`],
    );
    return rows.flatMap(({ name }) => {
      const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
      return day === undefined ? [] : [`${year}-${month}-${day}`];
    });
  }

  /** Drops a day with all its rows. */
  async drop(table: HistoryTable, day: string): Promise<void> {
    this.known.delete(nameOf(table, day));
    await this.database.transaction(async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await client.query(`DROP TABLE IF EXISTS querent_history.${nameOf(table, day)}`);
    });
  }
}
