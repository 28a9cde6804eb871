import type { SnapshotTable } from '@querent/contracts';
import { escapeIdentifier } from 'pg';
import { DatabaseFailure } from '../connection/database-failure';
import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';

/**
 * `insufficient_privilege`; for foreign tables also a missing user mapping (`undefined_object`) or an unreachable
 * server.
 */
const REFUSALS: readonly (string | undefined)[] = ['42501', '42704', '08001'];
const TIMEOUT_MS = 5_000;

/**
 * Whether the login may select a view or a foreign table but reading it fails: a security-invoker view refuses if a
 * table behind it does, a foreign table if no user is mapped or its server is unavailable. Privileges are checked
 * before the first row, so no row is requested.
 *
 * @throws DatabaseFailure if the connection is lost
 */
export async function refusesReading(
  datasource: Datasource,
  { name, columns }: Pick<SnapshotTable, 'name' | 'columns'>,
  reading: { tenant?: string; signal?: AbortSignal },
): Promise<boolean> {
  const targets = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const from = `${escapeIdentifier(datasource.schema)}.${escapeIdentifier(name)}`;
  try {
    await runReadOnly(datasource, {
      sql: `SELECT ${targets} FROM ${from} LIMIT 0`,
      ...reading,
      statementTimeoutMs: TIMEOUT_MS,
    });
    return false;
  } catch (error) {
    if (!(error instanceof DatabaseFailure) || error.errorClass.name === 'cancelled') throw error;
    return REFUSALS.includes(error.sqlstate);
  }
}
