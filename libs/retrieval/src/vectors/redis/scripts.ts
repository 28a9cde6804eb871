import type { RedisClient } from '@querent/platform';
import changesSource from './changes.lua';
import dropSource from './drop.lua';
import removeSource from './remove.lua';
import upsertSource from './upsert.lua';
import useSource from './use.lua';

type Args = (string | number | Buffer)[];

/** The reply of `changes.lua`. */
export type ChangesReply =
  | []
  | [epoch: Buffer, revision: Buffer, more: number, reset: number, count: number, removed: Buffer[], changes: Buffer[]];

interface Scripts {
  querentVectorsUpsert(...keysAndArgs: Args): Promise<number>;
  querentVectorsRemove(...keysAndArgs: Args): Promise<number>;
  querentVectorsChangesBuffer(...keysAndArgs: Args): Promise<ChangesReply>;
  querentVectorsUse(...keysAndArgs: Args): Promise<string[]>;
  querentVectorsDrop(numberOfKeys: number, ...keysAndArgs: Args): Promise<number>;
}
export type VectorRedis = RedisClient & Scripts;

/** Defines the scripts of the vector index on a connection (idempotent). */
export function withVectorScripts(redis: RedisClient): VectorRedis {
  const known = redis as VectorRedis;
  if (typeof known.querentVectorsUpsert !== 'function') {
    redis.defineCommand('querentVectorsUpsert', { numberOfKeys: 6, lua: upsertSource });
    redis.defineCommand('querentVectorsRemove', { numberOfKeys: 6, lua: removeSource });
    redis.defineCommand('querentVectorsChanges', { numberOfKeys: 4, lua: changesSource });
    redis.defineCommand('querentVectorsUse', { numberOfKeys: 1, lua: useSource });
    redis.defineCommand('querentVectorsDrop', { lua: dropSource });
  }
  return known;
}
