import { scanKeys, summarizeFailures, unlinkUnless, type RedisClient } from '@querent/platform';
import type { MeantVectors, VectorEraser } from '../vector-eraser';
import { scopeOf } from './collection-scope';
import { collectionOf, dropKeys, partPattern } from './collection-keys';
import { redisFailure } from './redis-failure';
import { withVectorScripts, type VectorRedis } from './scripts';

/** Erases in all collections of a prefix in one Redis; the connection remains the caller's. */
export function redisVectorEraser({ redis, prefix }: { redis: RedisClient; prefix: string }): VectorEraser {
  return new RedisVectorEraser(withVectorScripts(redis), prefix);
}

class RedisVectorEraser implements VectorEraser {
  constructor(
    private readonly redis: VectorRedis,
    private readonly prefix: string,
  ) {}

  async erase(isMeant: MeantVectors): Promise<number> {
    let erased = 0;
    const troubles: string[] = [];
    const note = (where: string, error: unknown): void =>
      void troubles.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    const all = async (): Promise<void> => {
      for await (const keys of scanKeys(this.redis, partPattern(this.prefix))) {
        // An unreadable collection does not stop the erasure in others; a server that cannot be scanned does, until the
        // next call.
        for (const key of keys)
          if (await this.eraseAt(key, isMeant).catch((error: unknown) => note(key, error))) erased += 1;
      }
    };
    await all().catch((error: unknown) => note('scanning for collections', error));
    if (troubles.length > 0) throw redisFailure(new Error(summarizeFailures(troubles)));
    return erased;
  }

  async close(): Promise<void> {
    // The connection is the caller's.
  }

  private async eraseAt(key: string, isMeant: MeantVectors): Promise<boolean> {
    const found = collectionOf(this.prefix, key);
    if (found === null) return false;
    const { purpose, keys, part } = found;
    if (part !== 'state') {
      // An evicting server deletes single keys: a collection without state is unreadable and its scope unknown.
      await unlinkUnless(this.redis, key, keys.state);
      return false;
    }
    const scope = await scopeOf(this.redis, key);
    if (scope === null || !isMeant(purpose, scope)) return false;
    await this.redis.querentVectorsDrop(6, ...dropKeys(keys), keys.name, 0);
    return true;
  }
}
