import { HistoryDatabase } from './history-database';
import { migrate } from './migrations';
import { Partitions, type HistoryTable } from './partitions';
import { removeExpired, type KeptDays } from './retention';
import { StoredAudit } from './stored-audit';
import { StoredRuns } from './stored-runs';
import { TenantRows } from './tenant-rows';

/** Most connections of readers and of moves on request. */
const CONNECTIONS = 6;

/** The history of one installation: finished runs, their results and the audit trail, in PostgreSQL. */
export class History {
  readonly runs: StoredRuns;
  readonly audit: StoredAudit;
  /** For moves of tenants. */
  readonly tenants: TenantRows;
  private readonly database: HistoryDatabase;
  private readonly partitions: Partitions;

  /**
   * Connects with the first use.
   * @param options.afterMs time that finished runs and entries stay in Redis
   * @param options.connections most connections; a mover needs two, the second for partitions
   * @param options.auditDays days that entries of a tenant's audit trail are shown; for a process that shows them
   */
  constructor(
    url: string,
    {
      afterMs,
      connections = CONNECTIONS,
      auditDays = () => 0,
    }: { afterMs: number; connections?: number; auditDays?: (tenant: string) => number },
  ) {
    this.database = new HistoryDatabase(url, connections);
    this.partitions = new Partitions(this.database);
    this.runs = new StoredRuns(this.database, this.partitions, afterMs);
    this.tenants = new TenantRows(this.database, this.partitions);
    this.audit = new StoredAudit(this.database, this.partitions, { afterMs, auditDays });
  }

  /** Whether the database could not be reached just now. */
  get isAway(): boolean {
    return this.database.isAway;
  }

  /** Brings the tables to this version and prepares the next days. @throws HistoryAwayError, or the database's error */
  async prepare(now: number): Promise<void> {
    await migrate(this.database);
    await this.partitions.prepare(now);
  }

  /** Removes what is kept no longer. Returns the dropped days. */
  async removeExpired(table: HistoryTable, kept: KeptDays, now: number): Promise<string[]> {
    return removeExpired({ database: this.database, partitions: this.partitions }, table, kept, now);
  }

  /** Resolves when all connections are closed. */
  close(): Promise<void> {
    return this.database.close();
  }
}
