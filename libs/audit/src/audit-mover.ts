import { RedisKeys, scanKeys, type RedisClient } from '@querent/platform';
import type { AuditHistoryWriter, StoredEntry } from './audit-history';
import readSource from './read-old.lua';
import { storedEntryOf } from './stored-entry';
import trimSource from './trim-moved.lua';

interface Scripts {
  querentReadOldAudit(trail: string, minAgeMs: number, most: number): Promise<[id: string, fields: string[]][]>;
  querentTrimMovedAudit(trail: string, forHistory: string, firstKept: string): Promise<number>;
}

/** Entries of one transaction. */
const AT_ONCE = 1_000;

/**
 * Moves audit entries from Redis to the history: they are stored there first and then removed here. Any number of
 * movers may work at once, because storing an entry again changes nothing.
 */
export class AuditMover {
  private readonly redis: RedisClient & Scripts;
  private readonly keys: RedisKeys;

  constructor(
    redis: RedisClient,
    prefix: string,
    private readonly history: AuditHistoryWriter,
    private readonly warn: (fields: object, message: string) => void,
  ) {
    this.redis = redis as RedisClient & Scripts;
    this.keys = new RedisKeys(prefix);
    if (typeof this.redis.querentTrimMovedAudit !== 'function') {
      redis.defineCommand('querentReadOldAudit', { numberOfKeys: 1, lua: readSource });
      redis.defineCommand('querentTrimMovedAudit', { numberOfKeys: 2, lua: trimSource });
    }
  }

  /** Lets writers keep their trails for this history during `lifeMs`. Returns false if they did so already. */
  async announce(lifeMs: number): Promise<boolean> {
    const set = this.keys.auditForHistory();
    const [[, added] = []] = (await this.redis.multi().sadd(set, '').pexpire(set, lifeMs).exec()) ?? [];
    return added === 1;
  }

  /** Lists all trails for moving, also those that no writer has used since the history exists. */
  async findTrails(): Promise<void> {
    const { trail } = this.keys.auditTrail('');
    for await (const keys of scanKeys(this.redis, `${trail}*`))
      if (keys.length > 0) await this.redis.sadd(this.keys.auditForHistory(), ...keys);
  }

  /** Moves the next entries of each trail. Returns their number. @throws as the history, or Redis */
  async moveNext(): Promise<number> {
    let moved = 0;
    for (const trail of await this.redis.smembers(this.keys.auditForHistory()))
      if (trail !== '') moved += await this.moveOf(trail);
    return moved;
  }

  private async moveOf(trail: string): Promise<number> {
    const stored = await this.redis.querentReadOldAudit(trail, this.history.afterMs, AT_ONCE);
    const last = stored.at(-1)?.[0];
    if (last === undefined) return 0;
    const entries = stored.flatMap(([id, fields]): StoredEntry[] => {
      const entry = storedEntryOf(id, fields);
      if (entry === null)
        this.warn({ id }, 'an entry of the audit trail cannot be read; it is not moved to the history');
      return entry === null ? [] : [entry];
    });
    await this.history.storeEntries(this.keys.tenantOfTrail(trail), entries);
    const [ms = '0', n = '0'] = last.split('-');
    await this.redis.querentTrimMovedAudit(trail, this.keys.auditForHistory(), `${ms}-${Number(n) + 1}`);
    return entries.length;
  }
}
