import { auditEntrySchema, type AuditEntry } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import appendScript from './append-entries.lua';
import { auditKeysOf, type AuditKeys } from './audit-keys';
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

interface AuditCommands {
  querentAppendAudit(trail: string, head: string, ...args: (string | number)[]): Promise<number>;
}

interface Waiting {
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
 * Who did what: one append-only Redis stream for all tenants. Nothing here changes an entry; only retention removes them,
 * the oldest first.
 */
export class AuditTrail {
  private readonly commands: AuditCommands;
  private readonly keys: AuditKeys;
  private readonly reader: AuditReader;
  private waiting: Waiting[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  private dropped = 0;
  private toldAt = -DROPPED_BETWEEN_WARNINGS;

  constructor(redis: RedisClient, private readonly settings: AuditSettings) {
    redis.defineCommand('querentAppendAudit', { numberOfKeys: 2, lua: appendScript });
    this.commands = redis as unknown as AuditCommands;
    this.keys = auditKeysOf(settings.prefix);
    this.reader = new AuditReader(redis, this.keys.trail, settings);
  }

  /**
   * Resolves when Redis has the entry; rejects with AuditUnavailableError when it does not take it in time, or with a
   * ZodError for what is no entry. Entries stand in the order of the calls. Those that come while others are being
   * written go together: under load an entry costs a fraction of a round trip.
   */
  record(entry: AuditEntry): Promise<void> {
    const written = this.enqueue(entry);
    void this.write();
    return written;
  }

  /** The same for what nobody waits for: it goes with the entries of the next few milliseconds, or with the next that is recorded. */
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
    const text = JSON.stringify(cappedEntry(auditEntrySchema.parse(entry)));
    await new Promise<void>((written, failed) => this.waiting.push({ text, written, failed }));
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
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.append(batch.map(({ text }) => text));
        for (const { written } of batch) written();
      } catch (cause) {
        for (const { failed } of batch) failed(new AuditUnavailableError({ cause }));
      }
    }
    this.writing = null;
  }

  private async append(texts: string[]): Promise<void> {
    const { retentionMs, maxEntries, patienceMs = PATIENCE_MS } = this.settings;
    // A worker's connection waits for Redis for ever: the statement that waits for its entry must not.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs);
    });
    try {
      this.heedDropped(await Promise.race([this.commands.querentAppendAudit(this.keys.trail, this.keys.head, retentionMs, maxEntries, ...texts), late]));
    } finally {
      clearTimeout(timer);
    }
  }

  private heedDropped(count: number): void {
    if (count === 0) return;
    this.dropped += count;
    if (this.dropped - this.toldAt < DROPPED_BETWEEN_WARNINGS) return;
    this.toldAt = this.dropped;
    this.settings.warn({ dropped: this.dropped, maxEntries: this.settings.maxEntries }, 'the audit trail is full: entries go before their time; raise AUDIT_MAX_ENTRIES');
  }
}
