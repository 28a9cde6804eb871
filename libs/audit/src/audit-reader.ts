import { createHash } from 'node:crypto';
import { auditEntrySchema, type AuditEntry, type AuditKind } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import type { AuditSettings } from './audit-settings';

/** What must hold of an entry; what is absent need not. */
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
/**
 * Entries of a trail that one page reads at most: a filter that nothing fits must not read the whole trail in one
 * request.
 */
const SCANNED_A_PAGE = 20_000;
/** The position before the first entry. */
const NOTHING = '0-0';

/**
 * Reads a tenant's trail in its order, checking the chain of what it passes, with what older versions wrote of it into
 * the shared trail.
 */
export class AuditReader {
  constructor(
    private readonly redis: RedisClient,
    private readonly settings: AuditSettings,
  ) {}

  async read(filter: AuditFilter, { limit, cursor }: { limit: number; cursor?: string }): Promise<AuditPage> {
    const keys = new RedisKeys(this.settings.prefix);
    const [ofShared, ofTenant = ofShared] = (cursor ?? '').split('~');
    const shared = sourceOf(keys.auditTrail('').trail, ofShared);
    // Requests without a tenant are in the shared trail alone.
    const sources =
      filter.tenant === '' ? [shared] : [shared, sourceOf(keys.auditTrail(filter.tenant).trail, ofTenant)];
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
   * Reads on until it has an entry that fits, is at its end, or has read enough for a page. Each chunk begins with the
   * last entry of the one before: what follows is linked to it.
   */
  private async fill(source: Source, filter: AuditFilter): Promise<void> {
    // What is past its time stays until the next entry is written, but is not shown.
    const from = `${Math.max(filter.from?.getTime() ?? 0, Date.now() - this.settings.retentionMs)}-0`;
    const to = filter.to === undefined ? '+' : String(Math.max(0, filter.to.getTime()));
    while (source.fitting.length === 0 && !source.isRead && source.scanned < SCANNED_A_PAGE) {
      const seen = source.last;
      const begin = seen === null || compareIds(seen, from) < 0 ? from : seen;
      const stored = await this.redis.xrange(source.trail, begin, to, 'COUNT', CHUNK);
      source.fitting = this.checked(stored).filter((entry) => entry.id !== seen && fits(entry, filter));
      source.scanned += stored.length;
      source.last = stored.at(-1)?.[0] ?? seen;
      source.isRead = stored.length < CHUNK;
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

/** A trail, as far as it was read for a page. */
interface Source {
  trail: string;
  /** Id of the last entry that the page before had gone through. */
  begin: string | null;
  /** Id of the last entry that was read. */
  last: string | null;
  /** Id of the last entry that the page holds. */
  shown: string | null;
  /** Entries that fit and are not in the page yet. */
  fitting: RecordedEntry[];
  scanned: number;
  isRead: boolean;
}

function sourceOf(trail: string, position = ''): Source {
  const begin = position === '' || position === NOTHING ? null : position;
  return { trail, begin, last: begin, shown: null, fitting: [], scanned: 0, isRead: false };
}

/** Where the next page goes on. */
const positionOf = ({ begin, last, shown, fitting }: Source): string =>
  (fitting.length === 0 ? last : (shown ?? begin)) ?? NOTHING;

/**
 * The source whose next entry is the oldest; null where that cannot be known: there is none, or one has not been read
 * far enough.
 */
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
