import { createHash } from 'node:crypto';
import { auditEntrySchema, type AuditEntry, type AuditKind } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import type { AuditSettings } from './audit-settings';

/** What must hold of an entry; what is absent need not. */
export interface AuditFilter {
  tenant?: string;
  key?: string;
  connection?: string;
  kind?: AuditKind;
  runId?: string;
  /** When it was written, both ends included. */
  from?: Date;
  to?: Date;
}

/** An entry as it stands in the trail. */
export interface RecordedEntry extends AuditEntry {
  /** Its place: `<ms since 1970>-<n>`, growing. */
  id: string;
  /** Link of the hash chain, in hexadecimal. */
  link: string;
  /** Somebody has changed, removed or inserted entries here or right before. */
  broken?: true;
}

export interface AuditPage {
  entries: RecordedEntry[];
  /** Goes on behind this page; null at the end. A page may be short, even empty, with more behind it. */
  nextCursor: string | null;
}

const CHUNK = 500;
/** Entries that one page looks through at most: a filter that nothing fits must not read the whole trail in one request. */
const SCANNED_A_PAGE = 20_000;

interface Scanned {
  /** Those that fit. */
  entries: RecordedEntry[];
  /** The last that was looked at. */
  last: string;
  /** Looked at. */
  count: number;
}

/** Reads the trail in its order, checking the chain of what it passes. */
export class AuditReader {
  constructor(private readonly redis: RedisClient, private readonly trail: string, private readonly settings: AuditSettings) {}

  async read(filter: AuditFilter, { limit, cursor }: { limit: number; cursor?: string }): Promise<AuditPage> {
    const found: RecordedEntry[] = [];
    let scanned = 0;
    for await (const { entries, last, count } of this.scan(filter, cursor)) {
      found.push(...entries);
      if (found.length >= limit) return pageOf(found, limit, last);
      scanned += count;
      if (scanned >= SCANNED_A_PAGE) return { entries: found, nextCursor: last };
    }
    return { entries: found, nextCursor: null };
  }

  async *entries(filter: AuditFilter): AsyncGenerator<RecordedEntry[]> {
    for await (const { entries } of this.scan(filter, undefined)) if (entries.length > 0) yield entries;
  }

  /** Each chunk begins with the last entry of the one before (or that of the cursor): what follows is linked to it. */
  private async *scan(filter: AuditFilter, cursor: string | undefined): AsyncGenerator<Scanned> {
    // What is past its time stays until the next entry is written, but is shown to nobody.
    const from = String(Math.max(filter.from?.getTime() ?? 0, Date.now() - this.settings.retentionMs));
    const to = filter.to === undefined ? '+' : String(Math.max(0, filter.to.getTime()));
    let seen = cursor;
    for (;;) {
      const stored = await this.redis.xrange(this.trail, seen ?? from, to, 'COUNT', CHUNK);
      const last = stored.at(-1)?.[0];
      if (last === undefined) return;
      const fresh = this.checked(stored).filter(({ id }) => id !== seen);
      yield { entries: fresh.filter((entry) => fits(entry, filter)), last, count: stored.length };
      if (stored.length < CHUNK) return;
      seen = last;
    }
  }

  /** The entries among what is stored, each held against the link of the one before it. */
  private checked(stored: readonly [id: string, fields: string[]][]): RecordedEntry[] {
    const entries: RecordedEntry[] = [];
    let before: string | null = null;
    for (const [id, fields] of stored) {
      const { e: text, h: link } = fieldsOf(fields);
      const entry = auditEntrySchema.safeParse(jsonOf(text));
      if (!entry.success || text === undefined || link === undefined) {
        this.settings.warn({ id }, 'an entry of the audit trail cannot be read; skipped');
        continue;
      }
      const broken = before !== null && link !== createHash('sha1').update(`${before}\n${text}`).digest('hex');
      if (broken) this.settings.warn({ id }, 'the audit trail was changed here or right before');
      entries.push({ id, ...entry.data, link, ...(broken ? { broken } : {}) });
      before = link;
    }
    return entries;
  }
}

/** The cursor of a page that ends within a chunk is its last entry. */
function pageOf(found: RecordedEntry[], limit: number, last: string): AuditPage {
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length === limit ? last : (entries.at(-1)?.id ?? last) };
}

function fits(entry: RecordedEntry, { tenant, key, connection, kind, runId }: AuditFilter): boolean {
  const wanted = { tenant, key, connection, kind, runId };
  return Object.entries(wanted).every(([name, value]) => value === undefined || entry[name as keyof typeof wanted] === value);
}

function fieldsOf(fields: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : [])));
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
