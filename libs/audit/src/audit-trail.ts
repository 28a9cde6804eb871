import { auditEntrySchema, type AuditEntry } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import appendScript from './append-entries.lua';
import { AuditReader, type AuditFilter, type AuditPage, type RecordedEntry } from './audit-reader';
import type { AuditHistory } from './audit-history';
import type { AuditSettings } from './audit-settings';
import { cappedEntry } from './capped-entry';

/** Maximum entries per script call; a script blocks all of Redis. */
const BATCH = 128;
const PATIENCE_MS = 3_000;
/**
 * Time for which entries that are not awaited are collected: alone, an entry takes 45 µs of CPU, in a batch of 64 10
 * µs.
 */
const GATHER_MS = 5;
/** A full trail drops entries with every write: one warning per this many. */
const DROPPED_BETWEEN_WARNINGS = 10_000;
const DROP_SHARED_EVERY_MS = 3_600_000;

interface AuditCommands {
  querentAppendAudit(
    trail: string,
    head: string,
    forHistory: string,
    ...args: (string | number)[]
  ): Promise<[dropped: number, entries: number]>;
}

interface Waiting {
  tenant: string;
  text: string;
  written: () => void;
  failed: (error: Error) => void;
}

/** The entry could not be written, so its action must not be executed. */
export class AuditUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The audit trail cannot be written to: Redis did not confirm the entry.', options);
    this.name = 'AuditUnavailableError';
  }
}

/**
 * Records who did what: one append-only Redis stream per tenant, so that no tenant's entries displace another's.
 * Entries are never changed here; only retention and the maximum of a trail remove them, oldest first.
 */
export class AuditTrail {
  private readonly commands: AuditCommands;
  private readonly reader: AuditReader;
  private waiting: Waiting[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  /** By tenant: entries dropped before their expiry, and how many of them were reported. */
  private readonly dropped = new Map<string, { count: number; warnedAt: number }>();

  private dropSharedAt = -Infinity;

  constructor(
    redis: RedisClient,
    private readonly settings: AuditSettings,
    history?: AuditHistory,
  ) {
    redis.defineCommand('querentAppendAudit', { numberOfKeys: 3, lua: appendScript });
    this.commands = redis as unknown as AuditCommands;
    this.reader = new AuditReader(redis, settings, history);
  }

  /**
   * Resolves when Redis has stored the entry; rejects with AuditUnavailableError if it does not in time, or with a
   * ZodError for an invalid entry. A tenant's entries are stored in the order of the calls. Entries of one turn of the
   * event loop, and those that arrive during a write, are batched: under load an entry costs a fraction of a round
   * trip.
   */
  record(entry: AuditEntry): Promise<void> {
    const written = this.enqueue(entry);
    void this.write();
    return written;
  }

  /**
   * Records an entry without confirmation: it is written with the entries of the next few milliseconds, or with the
   * next `record`.
   */
  recordSoon(entry: AuditEntry): Promise<void> {
    const written = this.enqueue(entry);
    this.gathering ??= setTimeout(() => void this.write(), GATHER_MS);
    return written;
  }

  /** Resolves when every entry was written or has failed. */
  drain(): Promise<void> {
    return this.write();
  }

  /** A page of matching entries, oldest first. Rejects if Redis is unavailable. */
  read(filter: AuditFilter, page: { limit: number; cursor?: string }): Promise<AuditPage> {
    return this.reader.read(filter, page);
  }

  /** All matching entries, oldest first, in batches; the next batch is read when the last one was consumed. */
  entries(filter: AuditFilter): AsyncGenerator<RecordedEntry[]> {
    return this.reader.entries(filter);
  }

  private async enqueue(entry: AuditEntry): Promise<void> {
    const { tenant, ...rest } = auditEntrySchema.parse(entry);
    const text = JSON.stringify(cappedEntry({ tenant, ...rest }));
    await new Promise<void>((written, failed) => this.waiting.push({ tenant, text, written, failed }));
  }

  /** Resolves when no entry is waiting. */
  private write(): Promise<void> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.waiting.length > 0) this.writing ??= this.writeAll();
    return this.writing ?? Promise.resolve();
  }

  private async writeAll(): Promise<void> {
    // Entries of the same turn, such as those of a statement and its probes, share one write.
    await new Promise((go) => setImmediate(go));
    while (this.waiting.length > 0) {
      const byTenant = new Map<string, Waiting[]>();
      for (const entry of this.waiting.splice(0, BATCH)) {
        byTenant.set(entry.tenant, [...(byTenant.get(entry.tenant) ?? []), entry]);
      }
      await Promise.all([...byTenant].map(([tenant, entries]) => this.writeOf(tenant, entries)));
      this.dropFromShared();
    }
    this.writing = null;
  }

  /** Not awaited. Expires the shared entries of versions without trails of tenants, which receive no more writes. */
  private dropFromShared(): void {
    if (performance.now() < this.dropSharedAt) return;
    this.dropSharedAt = performance.now() + DROP_SHARED_EVERY_MS;
    void this.append('', []).catch(() => undefined);
  }

  private async writeOf(tenant: string, entries: readonly Waiting[]): Promise<void> {
    try {
      await this.append(
        tenant,
        entries.map(({ text }) => text),
      );
      for (const { written } of entries) written();
    } catch (cause) {
      for (const { failed } of entries) failed(new AuditUnavailableError({ cause }));
    }
  }

  private async append(tenant: string, texts: string[]): Promise<void> {
    const { prefix, retentionMs, maxEntriesPerTenant, maxEntries, patienceMs = PATIENCE_MS } = this.settings;
    const keys = new RedisKeys(prefix);
    const { trail, head } = keys.auditTrail(tenant);
    const most = tenant === '' ? maxEntries : maxEntriesPerTenant;
    // A worker's connection waits for Redis indefinitely, but the statement that awaits its entry must not.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs);
    });
    try {
      const appended = this.commands.querentAppendAudit(
        trail,
        head,
        keys.auditForHistory(),
        retentionMs,
        most,
        ...texts,
      );
      const [dropped, entries] = await Promise.race([appended, late]);
      this.settings.onAppended?.({ tenant, dropped, entries, most });
      this.noteDropped(tenant, dropped);
    } finally {
      clearTimeout(timer);
    }
  }

  private noteDropped(tenant: string, count: number): void {
    if (count === 0) return;
    const dropped = this.dropped.get(tenant) ?? { count: 0, warnedAt: -DROPPED_BETWEEN_WARNINGS };
    this.dropped.set(tenant, dropped);
    dropped.count += count;
    if (dropped.count - dropped.warnedAt < DROPPED_BETWEEN_WARNINGS) return;
    dropped.warnedAt = dropped.count;
    const name = tenant === '' ? 'AUDIT_MAX_ENTRIES' : 'AUDIT_MAX_ENTRIES_PER_TENANT';
    this.settings.warn(
      { tenant, dropped: dropped.count },
      `the audit trail is full: entries go before their time; raise ${name}`,
    );
  }
}
