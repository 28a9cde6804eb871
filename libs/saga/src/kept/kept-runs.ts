import { runRequestSchema, type Run } from '@querent/contracts';
import type { RedisClient, RedisKeys } from '@querent/platform';
import { z } from 'zod';
import { blobField, storedMembers, type RunHash } from '../runs/run-codec';
import { auxiliaryTtlMs, LENDING_MS, type SagaSettings } from '../saga-settings';
import forgetSource from './forget-run.lua';
import keepSource from './keep.lua';
import makeRoomSource from './make-room.lua';

interface Scripts {
  querentKeep(
    ends: string,
    bytes: string,
    lifetimeMs: number,
    indexMs: number,
    ...idsAndSizes: (string | number)[]
  ): Promise<number>;
  querentMakeRoom(ends: string, bytes: string, most: number, limit: number): Promise<string[]>;
  querentForgetRun(count: number, ...keysAndId: string[]): Promise<number>;
}

/** A run that was removed. */
export interface ForgottenRun extends Pick<Run, 'keyName' | 'request'> {
  /** Null if no other run shares its answer. */
  cacheKey: string | null;
}

/**
 * Memory of a run in addition to its texts: keys, entries in lists and in this index. A spec compares the sum with
 * used_memory.
 */
const OVERHEAD_BYTES = 2_048;
/** Maximum number of runs removed per call. A question adds one run, so a tenant above its limit is soon below it. */
const AT_ONCE = 32;

/**
 * Memory of each tenant's finished runs in Redis, in the order in which their records expire. A run whose answer is
 * shared expires after the runs that share it, so it is also removed after them. Active runs and runs that await a
 * clarification are not counted.
 */
export class KeptRuns {
  private readonly redis: RedisClient & Scripts;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
    private readonly settings: SagaSettings,
  ) {
    this.redis = redis as RedisClient & Scripts;
    if (typeof this.redis.querentKeep !== 'function') {
      redis.defineCommand('querentKeep', { numberOfKeys: 2, lua: keepSource });
      redis.defineCommand('querentMakeRoom', { numberOfKeys: 2, lua: makeRoomSource });
      redis.defineCommand('querentForgetRun', { lua: forgetSource });
    }
  }

  /**
   * Adds finished runs of a tenant.
   * @param sizes bytes of their texts by id, as `advance.lua` returns them
   */
  async keep(tenant: string, sizes: ReadonlyMap<string, number>): Promise<void> {
    await this.put(
      tenant,
      [...sizes].flatMap(([id, bytes]) => [id, bytes + OVERHEAD_BYTES]),
    );
  }

  /** Removes a run that is active again. */
  async release({ id, tenant }: Pick<Run, 'id' | 'tenant'>): Promise<void> {
    await this.put(tenant, [id, '']);
  }

  /** Removes runs that are stored elsewhere now. */
  async releaseAll(tenant: string, ids: readonly string[]): Promise<void> {
    await this.put(
      tenant,
      ids.flatMap((id) => [id, '']),
    );
  }

  /** Ids of a tenant's finished runs, those that expire first before the others. */
  oldest(tenant: string, most: number): Promise<string[]> {
    return this.redis.zrange(this.keys.kept(tenant)[0], 0, String(most - 1));
  }

  /** Sets when a run's record expires (`endsAt`, ms since 1970 by Redis's clock). */
  async prolong({ id, tenant }: Pick<Run, 'id' | 'tenant'>, endsAt: number): Promise<void> {
    await this.redis.zadd(this.keys.kept(tenant)[0], 'XX', endsAt, id);
  }

  /** Bytes used by a tenant's finished runs. */
  async bytesOf(tenant: string): Promise<number> {
    return Number((await this.redis.hget(this.keys.kept(tenant)[1], '')) ?? 0);
  }

  /**
   * Removes the runs that expire first from the index until the rest fit into `most` bytes, at most `AT_ONCE` per call.
   * @returns their ids; the caller passes each to `forget`
   */
  makeRoom(tenant: string, most: number): Promise<string[]> {
    return this.redis.querentMakeRoom(...this.keys.kept(tenant), most, AT_ONCE);
  }

  /**
   * Removes a finished run and its auxiliary keys, as expiry would.
   * @returns the removed run; null if it is missing, unfinished or owes a letter (it is then kept)
   */
  async forget(id: string, tenant: string): Promise<ForgottenRun | null> {
    const run = this.keys.run(id);
    const hash = await this.redis.hgetall(run);
    const { keyName, request } = hash;
    if (!keyName || !request) return null;
    const beside = blobsIn(Object.keys(hash)).map((name) => this.keys.blob(id, name));
    const events = [this.keys.events(id), this.keys.earlierEvents(id)];
    const keys = [run, ...this.keys.listsOf(id, tenant, keyName), ...events, ...beside];
    if ((await this.redis.querentForgetRun(keys.length, ...keys, id)) === 0) return null;
    return { keyName, request: runRequestSchema.parse(JSON.parse(request)), cacheKey: lentUnder(hash) };
  }

  private async put(tenant: string, idsAndSizes: (string | number)[]): Promise<void> {
    const indexMs = auxiliaryTtlMs(this.settings) + LENDING_MS;
    await this.redis.querentKeep(...this.keys.kept(tenant), this.settings.retentionMs, indexMs, ...idsAndSizes);
  }
}

/** Names of the blobs listed in the fields of a run's hash. */
const blobsIn = (fields: readonly string[]): string[] =>
  fields.flatMap((field) => (field.startsWith(blobField('')) ? [field.slice(blobField('').length)] : []));

const cacheKeySchema = z.string().nullable().default(null);

function lentUnder(hash: RunHash): string | null {
  const { $borrowed, cacheKey } = storedMembers(hash);
  return $borrowed === undefined ? cacheKeySchema.parse(cacheKey) : null;
}
