import type { AuditHistory, AuditHistoryWriter, StoredEntry } from '@querent/audit';
import { dayOf } from './days';
import type { HistoryDatabase } from './history-database';
import type { Partitions } from './partitions';
import { storedText } from './stored-text';

const DAY_MS = 24 * 3_600_000;

/** Audit entries in the history. */
export class StoredAudit implements AuditHistory, AuditHistoryWriter {
  constructor(
    private readonly database: HistoryDatabase,
    private readonly partitions: Partitions,
    private readonly options: { afterMs: number; auditDays: (tenant: string) => number },
  ) {}

  get afterMs(): number {
    return this.options.afterMs;
  }

  retentionMs(tenant: string): number {
    return this.options.auditDays(tenant) * DAY_MS;
  }

  async entries(tenant: string, from: string, to: string, most: number): Promise<StoredEntry[]> {
    const [[fromMs, fromN], toMs] = [positionOf(from), to === '+' ? Number.MAX_SAFE_INTEGER : positionOf(to)[0]];
    const rows = await this.database.rows<{ ms: string; n: string; entry: string; link: string }>(
      `SELECT ms, n, entry, link FROM querent_history.audit_entry
        WHERE tenant = $1 AND day >= $2 AND day <= $3 AND (ms, n) >= ($4, $5) AND ms <= $6
        ORDER BY day, ms, n LIMIT $7`,
      [storedText(tenant), dayOf(fromMs), toMs > LAST_MS ? '9999-12-31' : dayOf(toMs), fromMs, fromN, toMs, most],
    );
    return rows.map(({ ms, n, entry, link }) => ({ id: `${ms}-${n}`, entry, link }));
  }

  async storeEntries(tenant: string, entries: readonly StoredEntry[]): Promise<void> {
    const rows = entries.map(({ id, entry, link }) => {
      const [ms, n] = positionOf(id);
      return { day: dayOf(ms), ms, n, entry, link };
    });
    await this.partitions.create(
      'audit_entry',
      rows.map(({ day }) => day),
    );
    await this.database.rows(
      `INSERT INTO querent_history.audit_entry (day, tenant, ms, n, entry, link)
       SELECT day, $1, ms, n, entry, link
         FROM unnest($2::date[], $3::bigint[], $4::bigint[], $5::text[], $6::text[]) AS moved (day, ms, n, entry, link)
       ON CONFLICT DO NOTHING`,
      [
        storedText(tenant),
        ...(['day', 'ms', 'n', 'entry', 'link'] as const).map((name) => rows.map((row) => row[name])),
      ],
    );
  }
}

/** The last millisecond that has a day of four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The numbers of an id, `<ms>-<n>`; a time without a number begins with 0. */
function positionOf(id: string): [ms: number, n: number] {
  const [ms = '0', n = '0'] = id.split('-');
  return [Number(ms), Number(n)];
}
