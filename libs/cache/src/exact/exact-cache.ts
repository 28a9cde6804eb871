import DataLoader from 'dataloader';
import { RedisKeys, scanKeys, type RedisClient } from '@querent/platform';
import type { ExactEntry } from './exact-entry';
import { fieldsOf, splitExactKey } from './exact-key';
import getScript from './get.lua';
import publishScript from './publish-version.lua';
import putScript from './put.lua';

export interface ExactCacheLimits {
  /** Maximum entries per audience; the least recently used is evicted. */
  maxEntries: number;
  /** Lifetime of an entry, from when it was computed. */
  ttlMs: number;
  /** Larger entries are not stored. */
  maxEntryBytes: number;
}

/** Missing limits default to `exactCacheDefaults`. */
export interface ExactCacheOptions extends Partial<ExactCacheLimits> {
  /** Prefix of all keys. */
  prefix: string;
}

export const exactCacheDefaults: ExactCacheLimits = { maxEntries: 1000, ttlMs: 3_600_000, maxEntryBytes: 256 * 1024 };

/** An entry as it is stored; `text` is null if the reader has it already. */
interface StoredEntry {
  stamp: string;
  text: string | null;
}

interface Wanted {
  audience: string;
  key: string;
  /** Stamp of the entry that the reader has. */
  known: string;
}

export type PutResult = 'stored' | 'too_large' | 'version_changed';

interface CacheCommands {
  l1Get(
    version: string,
    entries: string,
    used: string,
    ...wanted: string[]
  ): Promise<[stamp?: string, text?: string][]>;
  l1Put(version: string, entries: string, used: string, ...args: (string | number)[]): Promise<number>;
  l1PublishVersion(version: string, entries: string, used: string, currentVersion: string): Promise<number>;
}

/**
 * The exact cache (L1): one per deployment, in Redis, shared by all gateways. All entries of an audience (everyone who
 * queries a connection with one login: `audienceOf` of the catalog) are in one hash slot, so that each script reads the
 * current version and the entries in one step. An entry computed with another model or schema is never served, even to
 * a process that has not noticed the change.
 */
export class ExactCache {
  private readonly commands: CacheCommands;
  private readonly limits: ExactCacheLimits;
  private readonly keys: RedisKeys;
  private readonly reads = new DataLoader((wanted: readonly Wanted[]) => this.readAll(wanted), { cache: false });

  constructor(
    private readonly redis: RedisClient,
    { prefix, ...limits }: ExactCacheOptions,
  ) {
    this.keys = new RedisKeys(prefix);
    this.limits = { ...exactCacheDefaults, ...limits };
    redis.defineCommand('l1Get', { numberOfKeys: 3, lua: getScript });
    redis.defineCommand('l1Put', { numberOfKeys: 3, lua: putScript });
    redis.defineCommand('l1PublishVersion', { numberOfKeys: 3, lua: publishScript });
    this.commands = redis as unknown as CacheCommands;
  }

  /**
   * The entry's JSON with its stamp. `text` is null if the stamp is `known`: the caller's parsed copy is still valid,
   * so the text is not sent again. The reads of one turn of the event loop share a command.
   */
  read(audience: string, key: string, known = ''): Promise<StoredEntry | null> {
    return this.reads.load({ audience, key, known });
  }

  private async readAll(wanted: readonly Wanted[]): Promise<(StoredEntry | null | Error)[]> {
    const replies: (StoredEntry | null | Error)[] = [];
    const readOf = async (audience: string): Promise<void> => {
      const places = [...wanted.keys()].filter((at) => wanted[at]?.audience === audience);
      const found = await this.commands
        .l1Get(...this.keysOf(audience), ...places.flatMap((at) => argumentsOf(wanted[at])))
        .catch((error: Error) => error);
      for (const [index, at] of places.entries()) {
        const [stamp, text = null] = found instanceof Error ? [] : (found[index] ?? []);
        replies[at] = found instanceof Error ? found : stamp === undefined ? null : { stamp, text };
      }
    };
    await Promise.all([...new Set(wanted.map(({ audience }) => audience))].map(readOf));
    return replies;
  }

  /**
   * Stores an entry under a key from `exactKey`; refuses entries that are too large or were computed with an older
   * model or schema.
   */
  async put(audience: string, key: string, entry: ExactEntry): Promise<PutResult> {
    const { version, field } = splitExactKey(key);
    const text = JSON.stringify(entry);
    const { maxEntries, maxEntryBytes, ttlMs } = this.limits;
    if (Buffer.byteLength(text) > maxEntryBytes) return 'too_large';
    const stored = await this.commands.l1Put(...this.keysOf(audience), version, field, text, ttlMs, maxEntries);
    return stored === 1 ? 'stored' : 'version_changed';
  }

  /** Deletes one answer, after a user reported it as wrong. */
  async drop(audience: string, key: string): Promise<void> {
    const [, entries, used] = this.keysOf(audience);
    const { field } = splitExactKey(key);
    await this.redis.multi().hdel(entries, field).zrem(used, field).exec();
  }

  /** Publishes the current model and schema version for the audience. Entries of other versions are deleted at once. */
  async setVersion(audience: string, version: string): Promise<void> {
    await this.commands.l1PublishVersion(...this.keysOf(audience), version);
  }

  /** Deletes the entries of a connection, of a tenant, of both, or all. Returns the number of deleted entries. */
  async clear(connection?: string, tenant?: string): Promise<number> {
    const found = await this.audiences('entries', connection === undefined ? '*' : `${connection}@*`);
    let cleared = 0;
    for (const audience of connection === undefined ? found : [connection, ...found]) {
      cleared += await (tenant === undefined
        ? this.clearAudience(audience)
        : this.clearFields(audience, fieldsOf(tenant)));
    }
    return cleared;
  }

  /**
   * Invalidates all answers of an audience, including those being computed: until the next version, nothing is stored
   * or served.
   */
  async outdate(audience: string): Promise<void> {
    await this.setVersion(audience, 'outdated');
  }

  /** Audiences that have a stored version. */
  held(): Promise<string[]> {
    return this.audiences('version');
  }

  /** Deletes the entries and the version of an audience that no longer exists. */
  async forget(audience: string): Promise<void> {
    await this.redis.unlink(...this.keysOf(audience));
  }

  private async clearAudience(audience: string): Promise<number> {
    const [, entries, used] = this.keysOf(audience);
    const count = await this.redis.hlen(entries);
    await this.redis.unlink(entries, used);
    return count;
  }

  /** Reads all fields; `maxEntries` bounds their number. */
  private async clearFields(audience: string, prefix: string): Promise<number> {
    const [, entries, used] = this.keysOf(audience);
    const fields = (await this.redis.hkeys(entries)).filter((field) => field.startsWith(prefix));
    if (fields.length === 0) return 0;
    const replies = await this.redis
      .multi()
      .hdel(entries, ...fields)
      .zrem(used, ...fields)
      .exec();
    const [error, count] = replies?.[0] ?? [
      new Error('The entries were not deleted: the transaction was discarded.'),
      0,
    ];
    if (error) throw error;
    return Number(count);
  }

  /** @param pattern Redis glob; names of connections contain no special characters */
  private async audiences(part: 'entries' | 'version', pattern = '*'): Promise<string[]> {
    const found = new Set<string>();
    const caches = this.keys.exactCaches(part, pattern);
    for await (const keys of scanKeys(this.redis, caches.pattern))
      for (const key of keys) found.add(caches.audienceOf(key));
    return [...found];
  }

  private keysOf(audience: string): [version: string, entries: string, used: string] {
    const { version, entries, used } = this.keys.exactCache(audience);
    return [version, entries, used];
  }
}

function argumentsOf(wanted: Wanted | undefined): string[] {
  const { version, field } = splitExactKey(wanted?.key ?? '');
  return [version, field, wanted?.known ?? ''];
}
