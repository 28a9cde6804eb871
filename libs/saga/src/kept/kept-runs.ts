import { runRequestSchema, type Run } from '@querent/contracts';
import type { RedisClient, RedisKeys } from '@querent/platform';
import { z } from 'zod';
import { blobField } from '../runs/run-codec';
import { besideMs, LENDING_MS, type SagaSettings } from '../saga-settings';
import forgetSource from './forget-run.lua';
import keepSource from './keep.lua';
import makeRoomSource from './make-room.lua';

interface Scripts {
  querentKeep(
    ends: string,
    bytes: string,
    id: string,
    size: number | '',
    lifetimeMs: number,
    indexMs: number,
  ): Promise<number>;
  querentMakeRoom(ends: string, bytes: string, most: number, limit: number): Promise<string[]>;
  querentForgetRun(count: number, ...keysAndId: string[]): Promise<number>;
}

/** A run that was removed. */
export interface ForgottenRun extends Pick<Run, 'keyName' | 'request'> {
  /** Null where it lends no answer. */
  cacheKey: string | null;
}

/** What a run takes beside its texts: keys, entries in lists and here. A spec compares the sum with used_memory. */
const OVERHEAD_BYTES = 2_048;
/** Runs that one look removes at most. A question adds one, so a tenant that is over its bound is soon below it. */
const AT_ONCE = 32;

/**
 * What each tenant's finished runs take in Redis, in the order in which their records end. A run that lends its answer
 * ends after those that borrow it, so it is removed after them, too. Runs under way and those that wait for their asker
 * are not counted.
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

  /** Counts a run that is over. @param bytes of its texts, as `advance.lua` returns them */
  async keep({ id, tenant }: Pick<Run, 'id' | 'tenant'>, bytes: number): Promise<void> {
    await this.put(id, tenant, bytes + OVERHEAD_BYTES);
  }

  /** Counts no longer a run that is under way again. */
  async release({ id, tenant }: Pick<Run, 'id' | 'tenant'>): Promise<void> {
    await this.put(id, tenant, '');
  }

  /** A kept run's record ends at `endsAt` now (ms since 1970, by Redis's clock). */
  async prolong({ id, tenant }: Pick<Run, 'id' | 'tenant'>, endsAt: number): Promise<void> {
    await this.redis.zadd(this.keys.kept(tenant)[0], 'XX', endsAt, id);
  }

  /** Bytes that a tenant's finished runs take. */
  async bytesOf(tenant: string): Promise<number> {
    return Number((await this.redis.hget(this.keys.kept(tenant)[1], '')) ?? 0);
  }

  /**
   * Takes those that end first out of the count until the others fit into `most` bytes, some at a time.
   * @returns their ids, each to be given to `forget`
   */
  makeRoom(tenant: string, most: number): Promise<string[]> {
    return this.redis.querentMakeRoom(...this.keys.kept(tenant), most, AT_ONCE);
  }

  /**
   * Removes a finished run and what lies beside it, exactly as if its time had come.
   * @returns what it was; null for one that is not over or owes a letter, which stays, and where there is none any more
   */
  async forget(id: string, tenant: string): Promise<ForgottenRun | null> {
    const run = this.keys.run(id);
    const [fields, [keyName, request, data]] = await Promise.all([
      this.redis.hkeys(run),
      this.redis.hmget(run, 'keyName', 'request', 'data'),
    ]);
    if (!keyName || !request) return null;
    const blobs = blobsIn(fields).map((name) => this.keys.blob(id, name));
    const keys = [run, ...this.keys.listsOf(id, tenant, keyName), this.keys.events(id), ...blobs];
    if ((await this.redis.querentForgetRun(keys.length, ...keys, id)) === 0) return null;
    return { keyName, request: runRequestSchema.parse(JSON.parse(request)), cacheKey: lentUnder(data ?? '{}') };
  }

  private async put(id: string, tenant: string, bytes: number | ''): Promise<void> {
    const indexMs = besideMs(this.settings) + LENDING_MS;
    await this.redis.querentKeep(...this.keys.kept(tenant), id, bytes, this.settings.retentionMs, indexMs);
  }
}

/** Names of the blobs that the fields of a run's hash tell of. */
const blobsIn = (fields: readonly string[]): string[] =>
  fields.flatMap((field) => (field.startsWith(blobField('')) ? [field.slice(blobField('').length)] : []));

const dataSchema = z.object({ $borrowed: z.unknown().optional(), cacheKey: z.string().nullable().default(null) });

function lentUnder(data: string): string | null {
  const { $borrowed, cacheKey } = dataSchema.parse(JSON.parse(data));
  return $borrowed === undefined ? cacheKey : null;
}
