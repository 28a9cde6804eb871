import { auditEntrySchema, type AuditEntry } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import appendScript from './append-entries.lua';
import { AuditReader, type AuditFilter, type AuditPage, type RecordedEntry } from './audit-reader';
import type { AuditSettings } from './audit-settings';
import { cappedEntry } from './capped-entry';

/** Entries that one script call appends; a script holds up all of Redis. */
const BATCH = 128;
const PATIENCE_MS = 3_000;
/** Entries that nobody waits for gather for so long: alone, an entry takes 45 µs of a processor, with 64 others 10. */
const GATHER_MS = 5;
/** A trail that is full drops entries with every write: told of once in so many. */
const DROPPED_BETWEEN_WARNINGS = 10_000;
const DROP_SHARED_EVERY_MS = 3_600_000;

interface AuditCommands {
  querentAppendAudit(trail: string, head: string, ...args: (string | number)[]): Promise<number>;
}

interface Waiting {
  tenant: string;
  text: string;
  written: () => void;
  failed: (error: Error) => void;
}

/** The entry could not be written: what it tells of must not happen. */
export class AuditUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The audit trail cannot be written to: RedisClient did not take the entry.', options);
    this.name = 'AuditUnavailableError';
  }
}

/**
 * Who did what: an append-only Redis stream a tenant, so that no tenant's entries push out another's. Nothing here
 * changes an entry; only retention and the bound of a trail remove them, the oldest first.
 */
export class AuditTrail {
  private readonly commands: AuditCommands;
  private readonly reader: AuditReader;
  private waiting: Waiting[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  /** By tenant: entries that went before their time, and how many of them were warned of. */
  private readonly dropped = new Map<string, { count: number; warnedAt: number }>();

  private dropSharedAt = -Infinity;

  constructor(
    redis: RedisClient,
    private readonly settings: AuditSettings,
  ) {
    redis.defineCommand('querentAppendAudit', { numberOfKeys: 2, lua: appendScript });
    this.commands = redis as unknown as AuditCommands;
    this.reader = new AuditReader(redis, settings);
  }

  /**
   * Resolves when Redis has the entry; rejects with AuditUnavailableError when it does not take it in time, or with a
   * ZodError for what is no entry. A tenant's entries are in the order of the calls. Those that come while others are
   * being written go together: under load an entry costs a fraction of a round trip.
   */
  record(entry: AuditEntry): Promise<void> {
    const written = this.enqueue(entry);
    void this.write();
    return written;
  }

  /**
   * The same for what nobody waits for: it goes with the entries of the next few milliseconds, or with the next that is
   * recorded.
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

  /** A page of the entries that fit the filter, oldest first. Rejects when Redis is away. */
  read(filter: AuditFilter, place: { limit: number; cursor?: string }): Promise<AuditPage> {
    return this.reader.read(filter, place);
  }

  /** All entries that fit the filter, oldest first, in batches; the next is read when the last was taken. */
  entries(filter: AuditFilter): AsyncGenerator<RecordedEntry[]> {
    return this.reader.entries(filter);
  }

  private async enqueue(entry: AuditEntry): Promise<void> {
    const { tenant, ...rest } = auditEntrySchema.parse(entry);
    const text = JSON.stringify(cappedEntry({ tenant, ...rest }));
    await new Promise<void>((written, failed) => this.waiting.push({ tenant, text, written, failed }));
  }

  /** Resolves when nothing waits any more. */
  private write(): Promise<void> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.waiting.length > 0) this.writing ??= this.writeAll();
    return this.writing ?? Promise.resolve();
  }

  private async writeAll(): Promise<void> {
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

  /**
   * Not waited for. What versions before tenants had trails wrote must go in time, too, though nothing may be added to
   * it any more.
   */
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
    const { trail, head } = new RedisKeys(prefix).auditTrail(tenant);
    const most = tenant === '' ? maxEntries : maxEntriesPerTenant;
    // A worker's connection waits for Redis for ever: the statement that waits for its entry must not.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs);
    });
    try {
      const appended = this.commands.querentAppendAudit(trail, head, retentionMs, most, ...texts);
      this.noteDropped(tenant, await Promise.race([appended, late]));
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
