import { RedisKeys, type RedisClient } from '@querent/platform';
import type { Redis } from 'ioredis';
import appendScript from './append-revision.lua';
import {
  pathOf,
  revisionSchema,
  revisionSummarySchema,
  type ConfigItem,
  type ItemState,
  type Revision,
  type RevisionSummary,
} from './revision';

/** The configuration that was written over the API, on top of the files of the folder. */
export interface Overlay {
  /** Number of the last revision; '0': none. */
  head: string;
  /** By path in the configuration folder. */
  entries: ReadonlyMap<string, OverlayEntry>;
}

export interface OverlayEntry {
  /** Number of the revision in force. */
  revision: string;
  /** Null: the item was deleted, also if the folder has its file. */
  text: string | null;
}

/** What a catalog needs to follow the changes made over the API. */
export interface CatalogRevisions {
  store: Pick<RevisionStore, 'overlay' | 'follow'>;
  /** A connection to Redis that subscribes only. */
  subscriber: Redis;
}

/** A change to append. */
export interface Draft {
  item: ConfigItem;
  action: Revision['action'];
  of?: string;
  ofState?: 'before' | undefined;
  by: Revision['by'];
  before: ItemState;
  /** Layer `file`: the revisions of the item end, and the folder's file is in force again. */
  after: ItemState;
}

/** Revisions that are kept although they are no longer in force. */
const KEPT = 5_000;
const PAGE = 200;

interface RevisionCommands {
  querentAppendRevision(head: string, files: string, log: string, revision: string, ...args: string[]): Promise<number>;
}

/**
 * The revisions of the configuration in Redis, in one hash slot. All changes have one order, that of their numbers.
 * Methods reject if Redis is unavailable.
 */
export class RevisionStore {
  private readonly keys: ReturnType<RedisKeys['configuration']>;
  private readonly commands: RevisionCommands;
  /** Revisions never change, so texts in force are read once. */
  private readonly known = new Map<string, OverlayEntry>();

  /** @param prefix of all keys */
  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.keys = new RedisKeys(prefix).configuration();
    redis.defineCommand('querentAppendRevision', { numberOfKeys: 4, lua: appendScript });
    this.commands = redis as unknown as RevisionCommands;
  }

  async overlay(): Promise<Overlay> {
    const replies = await this.redis.multi().get(this.keys.head).hgetall(this.keys.files).exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The configuration was not read: the transaction was discarded.');
    const [head, files] = replies.map(([, reply]) => reply) as [string | null, Record<string, string>];
    const entries = await Promise.all(
      Object.entries(files).map(async ([path, id]) => [path, await this.entry(id)] as const),
    );
    const inForce = new Set(Object.values(files));
    for (const id of this.known.keys()) if (!inForce.has(id)) this.known.delete(id);
    return { head: head ?? '0', entries: new Map(entries) };
  }

  /**
   * Appends a change that was checked against the configuration at `head`.
   * @returns null if another change came first: read the overlay and check again
   */
  async append(head: string, { item, ...draft }: Draft): Promise<Revision | null> {
    const summary: RevisionSummary = {
      id: String(Number(head) + 1),
      at: new Date().toISOString(),
      ...item,
      action: draft.action,
      ...(draft.of === undefined ? {} : { of: draft.of }),
      ...(draft.ofState === undefined ? {} : { ofState: draft.ofState }),
      by: draft.by,
    };
    const revision: Revision = { ...summary, before: draft.before, after: draft.after };
    const appended = await this.commands.querentAppendRevision(
      this.keys.head,
      this.keys.files,
      this.keys.log,
      this.keys.revision(summary.id),
      head,
      summary.id,
      pathOf(item),
      draft.after.layer === 'file' ? '0' : '1',
      JSON.stringify(revision),
      JSON.stringify(summary),
      this.keys.channel,
    );
    if (appended !== 1) return null;
    await this.removeOld();
    return revision;
  }

  /** Null if it does not exist any more. */
  async get(id: string): Promise<Revision | null> {
    const stored = await this.redis.get(this.keys.revision(id));
    return stored === null ? null : revisionSchema.parse(JSON.parse(stored));
  }

  /**
   * Summaries of the revisions that `wanted` accepts, newest first.
   * @param below only revisions with a lower number; null: all
   */
  async list(
    wanted: (summary: RevisionSummary) => boolean,
    { below, limit }: { below: number | null; limit: number },
  ): Promise<RevisionSummary[]> {
    const found: RevisionSummary[] = [];
    for (let start = 0; found.length < limit; start += PAGE) {
      const page = await this.redis.lrange(this.keys.log, start, start + PAGE - 1);
      for (const text of page) {
        const summary = revisionSummarySchema.parse(JSON.parse(text));
        if ((below === null || Number(summary.id) < below) && wanted(summary)) found.push(summary);
      }
      if (page.length < PAGE) break;
    }
    return found.slice(0, limit);
  }

  /**
   * Calls `listener` after each change, in every process, and whenever the connection is restored, because changes may
   * have been missed. `subscriber` must be a connection that subscribes only.
   */
  follow(subscriber: Redis, listener: () => void): void {
    subscriber.on('message', (channel: string) => {
      if (channel === this.keys.channel) listener();
    });
    subscriber.on('ready', listener);
    // Without a connection, ioredis subscribes when there is one; `ready` follows.
    subscriber.subscribe(this.keys.channel).catch(() => undefined);
  }

  private async entry(id: string): Promise<OverlayEntry> {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const revision = await this.get(id);
    if (revision === null) throw new Error(`The revision ${id} of the configuration is in force but was removed.`);
    const entry = { revision: id, text: revision.after.text };
    this.known.set(id, entry);
    return entry;
  }

  /** Removes the oldest revisions above the limit, except those in force. */
  private async removeOld(): Promise<void> {
    const old = await this.redis.lrange(this.keys.log, KEPT, -1);
    if (old.length === 0) return;
    const inForce = new Set(await this.redis.hvals(this.keys.files));
    const ids = old.map((text) => revisionSummarySchema.parse(JSON.parse(text)).id);
    const ended = ids.filter((id) => !inForce.has(id)).map((id) => this.keys.revision(id));
    if (ended.length > 0) await this.redis.unlink(...ended);
    await this.redis.ltrim(this.keys.log, 0, KEPT - 1);
  }
}
