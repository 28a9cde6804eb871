import { keyReader, mastersOf, type RedisClient } from '@querent/platform';
import { siblingsOf } from './backed-up';
import type { BackupKey } from './backup-file';

export interface NamedKey {
  key: string;
  family: string;
}

/** Redis's time, ms since 1970. */
export async function timeOf(redis: RedisClient): Promise<number> {
  const [seconds = 0, micros = 0] = (await mastersOf(redis)[0]?.time()) ?? [];
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** Copies whole keys, with the keys that change together at one moment. */
export class KeyCopier {
  private readonly read: ReturnType<typeof keyReader>;
  /** Redis's clock minus ours, ms. */
  private readonly clockOffset: number;
  /** The first key of each group of siblings that was copied. */
  private readonly copiedGroups = new Set<string>();

  /** @param now Redis's time, ms since 1970 */
  constructor(
    private readonly redis: RedisClient,
    prefix: string,
    now: number,
  ) {
    this.read = keyReader(prefix);
    this.clockOffset = now - Date.now();
  }

  /** Keys that expired meanwhile are left out, and so are siblings of a key that was copied before. */
  async copyAll(found: readonly NamedKey[]): Promise<BackupKey[]> {
    return (await Promise.all(found.map((one) => this.copy(one)))).flat();
  }

  private async copy(one: NamedKey): Promise<BackupKey[]> {
    const siblings = siblingsOf(one.key);
    if (siblings.length === 1) {
      const [dump, ttl] = await Promise.all([this.redis.dumpBuffer(one.key), this.redis.pttl(one.key)]);
      return this.copied(one, dump, ttl);
    }
    const [group = ''] = siblings;
    if (this.copiedGroups.has(group)) return [];
    this.copiedGroups.add(group);
    return this.copyTogether(siblings.map((key) => ({ key, family: this.read(key)?.family.name ?? one.family })));
  }

  /** Copies keys of one slot at one moment. */
  async copyTogether(found: readonly NamedKey[]): Promise<BackupKey[]> {
    if (found.length === 0) return [];
    const transaction = this.redis.multi();
    for (const { key } of found) transaction.dumpBuffer(key).pttl(key);
    const replies = (await transaction.exec()) ?? [];
    return found.flatMap((one, at) => {
      const [[dumpError, dump] = [], [ttlError, ttl] = []] = [replies[2 * at], replies[2 * at + 1]];
      const error = dumpError ?? ttlError;
      if (error) throw error;
      return this.copied(one, dump instanceof Buffer ? dump : null, Number(ttl));
    });
  }

  /** @param ttl as PTTL returns it: -1 without expiry, -2 without the key */
  private copied({ key, family }: NamedKey, dump: Buffer | null, ttl: number): BackupKey[] {
    if (dump === null || ttl === -2) return [];
    return [{ key, family, dump, expiresAt: ttl < 0 ? null : Date.now() + this.clockOffset + ttl }];
  }
}
