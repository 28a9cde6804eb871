import { dayOf, daysBetween } from './days';
import type { HistoryDatabase } from './history-database';
import type { HistoryTable, Partitions } from './partitions';
import { storedText } from './stored-text';

/** Days that one kind of row is kept. */
export interface KeptDays {
  /** For tenants without days of their own. */
  days: number;
  /** Days by tenant. */
  byTenant: ReadonlyMap<string, number>;
}

/**
 * Removes the rows of a table whose days have passed: whole days by dropping their partition, and the rows of some
 * tenants of a day that others keep. Returns the dropped days.
 */
export async function removeExpired(
  { database, partitions }: { database: HistoryDatabase; partitions: Partitions },
  table: HistoryTable,
  { days, byTenant }: KeptDays,
  now: number,
): Promise<string[]> {
  const [longest, shortest] = [Math.max(days, ...byTenant.values()), Math.min(days, ...byTenant.values())];
  const dropped: string[] = [];
  for (const day of await partitions.days(table)) {
    const age = daysBetween(day, dayOf(now));
    if (age <= shortest) break;
    if (age > longest) {
      await partitions.drop(table, day);
      dropped.push(day);
    } else {
      await database.rows(
        `DELETE FROM querent_history.${table} WHERE day = $1 AND coalesce(($2::jsonb ->> tenant)::int, $3) < $4`,
        [
          day,
          JSON.stringify(Object.fromEntries([...byTenant].map(([name, own]) => [storedText(name), own]))),
          days,
          age,
        ],
      );
    }
  }
  return dropped;
}
