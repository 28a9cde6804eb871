import { createHash } from 'node:crypto';
import { auditEntrySchema, type AuditEntry, type AuditKind } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import type { AuditHistory, StoredEntry } from './audit-history';
import type { AuditSettings } from './audit-settings';
import readSource from './read-from.lua';
import { storedEntryOf } from './stored-entry';

/** Filter of entries; absent members match all. */
export interface AuditFilter {
  tenant: string;
  key?: string;
  connection?: string;
  kind?: AuditKind;
  runId?: string;
  /** When it was written, both ends included. */
  from?: Date;
  to?: Date;
}

/** A stored entry of the trail. */
export interface RecordedEntry extends AuditEntry {
  /** Its position: `<ms since 1970>-<n>`, increasing. */
  id: string;
  /** Link of the hash chain, in hexadecimal. */
  link: string;
  /** Entries were changed, removed or inserted here or directly before. */
  broken?: true;
}

export interface AuditPage {
  entries: RecordedEntry[];
  /** Cursor of the next page; null at the end. A page may be short or empty although more entries follow. */
  nextCursor: string | null;
}

const CHUNK = 500;
/** Maximum entries that one page reads: a filter without matches must not read the whole trail in one request. */
const SCANNED_A_PAGE = 20_000;
/** The position before the first entry. */
const NOTHING = '0-0';

interface Scripts {
  querentReadAudit(
    trail: string,
    from: string,
    to: string,
    most: number,
  ): Promise<[now: number, entries: [id: string, fields: string[]][]]>;
}

/**
 * Reads a tenant's trail in order and checks the hash chain, including the tenant's entries that older versions wrote
 * into the shared trail.
 */
export class AuditReader {
  private readonly redis: Scripts;

  constructor(
    redis: RedisClient,
    private readonly settings: AuditSettings,
    private readonly history?: AuditHistory,
  ) {
    redis.defineCommand('querentReadAudit', { numberOfKeys: 1, lua: readSource });
    this.redis = redis as unknown as Scripts;
  }

  async read(filter: AuditFilter, { limit, cursor }: { limit: number; cursor?: string }): Promise<AuditPage> {
    const keys = new RedisKeys(this.settings.prefix);
    const [ofShared, ofTenant = ofShared] = (cursor ?? '').split('~');
    const shared = sourceOf('', keys.auditTrail('').trail, ofShared);
    // Requests without a tenant are only in the shared trail.
    const sources =
      filter.tenant === ''
        ? [shared]
        : [shared, sourceOf(filter.tenant, keys.auditTrail(filter.tenant).trail, ofTenant)];
    const found: RecordedEntry[] = [];
    while (found.length < limit) {
      for (const source of sources) await this.fill(source, filter);
      const next = firstOf(sources);
      const entry = next?.fitting.shift();
      if (next === null || entry === undefined) break;
      next.shown = entry.id;
      found.push(entry);
    }
    const isEnd = sources.every(({ fitting, isRead }) => isRead && fitting.length === 0);
    return { entries: found, nextCursor: isEnd ? null : sources.map(positionOf).join('~') };
  }

  async *entries(filter: AuditFilter): AsyncGenerator<RecordedEntry[]> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: AuditPage = await this.read(filter, { limit: CHUNK, ...(cursor === undefined ? {} : { cursor }) });
      if (page.entries.length > 0) yield page.entries;
      cursor = page.nextCursor;
    }
  }

  /**
   * Reads until it has a matching entry, is at its end, or has read enough for a page. Each chunk begins with the last
   * entry of the previous one, whose link the next entry needs.
   */
  private async fill(source: Source, filter: AuditFilter): Promise<void> {
    // Expired entries are deleted with the next write, but not shown before.
    const from = `${Math.max(filter.from?.getTime() ?? 0, Date.now() - (this.history?.retentionMs(source.tenant) ?? this.settings.retentionMs))}-0`;
    const to = filter.to === undefined ? '+' : String(Math.max(0, filter.to.getTime()));
    while (source.fitting.length === 0 && !source.isRead && source.scanned < SCANNED_A_PAGE) {
      const seen = source.last;
      const begin = seen === null || compareIds(seen, from) < 0 ? from : seen;
      const stored = await this.stored(source, begin, to);
      source.fitting = this.checked(stored).filter((entry) => entry.id !== seen && fits(entry, filter));
      source.scanned += stored.length;
      source.last = stored.at(-1)?.id ?? seen;
      source.isRead = stored.length < CHUNK;
    }
  }

  /** Entries of the history and of Redis from one id on, both ends included. */
  private async stored({ tenant, trail }: Source, from: string, to: string): Promise<ReadEntry[]> {
    // Read before the history: an entry is stored there before it leaves Redis.
    const [now, inRedis] = await this.redis.querentReadAudit(trail, from, to, CHUNK);
    const recent = inRedis.map(([id, fields]) => storedEntryOf(id, fields) ?? { id });
    if (this.history === undefined) return recent;
    // By the server's clock, which decides what moves: this process's clock may be wrong.
    const isAllRecent = recent[0]?.id === from || Number(from.split('-')[0]) > now - this.history.afterMs;
    if (isAllRecent) return recent;
    const moved = await this.history.entries(tenant, from, to, CHUNK);
    const last = moved.at(-1)?.id;
    const later = last === undefined ? recent : recent.filter(({ id }) => compareIds(id, last) > 0);
    return [...moved, ...later].slice(0, CHUNK);
  }

  /** Parses stored entries and checks each against the previous link. */
  private checked(stored: readonly ReadEntry[]): RecordedEntry[] {
    const entries: RecordedEntry[] = [];
    let before: string | null = null;
    for (const { id, entry: text, link } of stored) {
      const entry = auditEntrySchema.safeParse(jsonOf(text));
      if (!entry.success || text === undefined || link === undefined) {
        this.settings.warn({ id }, 'an entry of the audit trail cannot be read; skipped');
        continue;
      }
      const broken = before !== null && link !== createHash('sha1').update(`${before}\n${text}`).digest('hex');
      if (broken) this.settings.warn({ id }, 'the audit trail was changed here or directly before');
      entries.push({ id, ...entry.data, link, ...(broken ? { broken } : {}) });
      before = link;
    }
    return entries;
  }
}

/** An entry, possibly damaged. */
type ReadEntry = Pick<StoredEntry, 'id'> & Partial<StoredEntry>;

/** A trail and the position up to which a page has read it. */
interface Source {
  tenant: string;
  trail: string;
  /** Id of the last entry that the previous page processed. */
  begin: string | null;
  /** Id of the last entry that was read. */
  last: string | null;
  /** Id of the last entry in the page. */
  shown: string | null;
  /** Matching entries that are not in the page yet. */
  fitting: RecordedEntry[];
  scanned: number;
  isRead: boolean;
}

function sourceOf(tenant: string, trail: string, position = ''): Source {
  const begin = position === '' || position === NOTHING ? null : position;
  return { tenant, trail, begin, last: begin, shown: null, fitting: [], scanned: 0, isRead: false };
}

/** Position of the next page. */
const positionOf = ({ begin, last, shown, fitting }: Source): string =>
  (fitting.length === 0 ? last : (shown ?? begin)) ?? NOTHING;

/** The source with the oldest next entry; null if there is none, or if a source has not been read far enough. */
function firstOf(sources: readonly Source[]): Source | null {
  if (sources.some(({ fitting, isRead }) => fitting.length === 0 && !isRead)) return null;
  const waiting = sources.filter(({ fitting }) => fitting.length > 0);
  return waiting.sort((a, b) => compareIds(a.fitting[0]?.id ?? NOTHING, b.fitting[0]?.id ?? NOTHING))[0] ?? null;
}

function compareIds(a: string, b: string): number {
  const [[aMs = 0, aNumber = 0], [bMs = 0, bNumber = 0]] = [a.split('-').map(Number), b.split('-').map(Number)];
  return aMs - bMs || aNumber - bNumber;
}

function fits(entry: RecordedEntry, { tenant, key, connection, kind, runId }: AuditFilter): boolean {
  const wanted = { tenant, key, connection, kind, runId };
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || entry[name as keyof typeof wanted] === value,
  );
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
