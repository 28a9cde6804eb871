import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { scanKeys, unlessAborted, type RedisClient } from '@querent/platform';
import { tracedSearch } from '../../traced-steps';
import type { Embedder } from '../../embedder/embedder';
import { requireVector } from '../require-vector';
import {
  VectorIndexUnavailable,
  type VectorHit,
  type VectorIndex,
  type VectorPoint,
  type VectorPurpose,
  type VectorScope,
  type VectorSearch,
} from '../vector-index';
import type { VectorMetrics, VectorOp, VectorResult } from '../vector-metrics';
import { BestHits } from '../../best-hits';
import { scopeOf } from './collection-scope';
import {
  collectionBeside,
  collectionKeys,
  collectionName,
  dropKeys,
  statePattern,
  writeKeys,
  type CollectionKeys,
} from './collection-keys';
import { MirrorBudget } from './mirror-budget';
import { onDisconnect } from './on-disconnect';
import { redisFailure } from './redis-failure';
import { chunkOf, ScopeMirror } from './scope-mirror';
import { withVectorScripts, type VectorRedis } from './scripts';
import { searchInRedis } from './search-in-redis';
import { decodeMark, encodeMark, encodePoint } from './stored-point';

export interface RedisVectorIndexOptions {
  /** Owned by the caller; it must fail fast if Redis is unavailable (role `command`). */
  redis: RedisClient;
  purpose: VectorPurpose;
  /**
   * Its model and dimension are read at each call: a remote embedder learns them by its first reply, for which `embed`
   * is called.
   */
  embedder: Pick<Embedder, 'model' | 'dimension'> & Partial<Pick<Embedder, 'embed'>>;
  /** Prefix of all keys. */
  prefix: string;
  metrics: VectorMetrics;
  warn: (fields: object, message: string) => void;
  /** Default: one for all indexes of the process. */
  mirrors?: MirrorBudget;
  /** Time after its last use for which the collection of another model is kept. */
  graceMs?: number;
}

/** 128 MB: 50,000 vectors of 512 numbers. */
const sharedMirrors = new MirrorBudget(128 * 1024 * 1024);
/** During a rolling update, and for a day in case of a rollback, both models' collections are used. */
const GRACE_MS = 24 * 3_600_000;
const USE_EVERY_MS = 3_600_000;
/** Mirrors that missed more removals are reloaded. */
const REMOVALS_KEPT = 2_000;
const REMOVALS_KEPT_MS = 3_600_000;
const IDS_AT_ONCE = 500;

/**
 * The vector index in Redis: exact, for scopes up to some ten thousand points. Each process searches copies of the
 * scopes that it uses (`ScopeMirror`); scopes that do not fit into memory are searched in Redis.
 */
export function redisVectorIndex(options: RedisVectorIndexOptions): VectorIndex {
  return new RedisVectorIndex(options);
}

class RedisVectorIndex implements VectorIndex {
  private readonly redis: VectorRedis;
  private readonly mirrors = new Map<string, ScopeMirror>();
  private readonly budget: MirrorBudget;
  private readonly stopListening: () => void;

  constructor(private readonly options: RedisVectorIndexOptions) {
    this.redis = withVectorScripts(options.redis);
    this.budget = options.mirrors ?? sharedMirrors;
    this.stopListening = onDisconnect(options.redis, () => this.mirrors.forEach((mirror) => mirror.disconnected()));
  }

  upsert(scope: VectorScope, points: readonly VectorPoint[], signal?: AbortSignal): Promise<void> {
    return this.measured('upsert', signal, async () => {
      const { model, dimension } = this.options.embedder;
      for (const { vector } of points) requireVector(vector, dimension);
      const keys = await this.keysOf(scope);
      const about = JSON.stringify({ ...scope, model, dimension });
      const last = [...new Map(points.map((point) => [point.id, point])).values()];
      for (let at = 0, step = chunkOf(dimension); at < last.length; at += step) {
        signal?.throwIfAborted();
        const args = last.slice(at, at + step).flatMap((point) => [point.id, encodePoint(point), encodeMark(point)]);
        await this.redis.querentVectorsUpsert(...writeKeys(keys), randomUUID(), about, keys.name, ...args);
      }
      await this.dropUnused(keys);
    });
  }

  search(scope: VectorScope, vector: Float32Array, search: VectorSearch, signal?: AbortSignal): Promise<VectorHit[]> {
    return tracedSearch('redis', () =>
      this.measured('search', signal, async () => {
        requireVector(vector, this.options.embedder.dimension);
        if (search.limit <= 0 || search.ids?.length === 0) return [];
        const keys = await this.keysOf(scope);
        const mirror = this.mirrorOf(keys);
        // Requested points are fetched one by one if the whole scope would not fit.
        if (search.ids !== undefined && mirror.tooLarge) return searchInRedis(this.redis, keys, vector, search, signal);
        const [rows] = await Promise.all([mirror.current(), this.dropUnused(keys)]);
        if (rows === 'too_large') return searchInRedis(this.redis, keys, vector, search, signal);
        const best = new BestHits<VectorHit>(search.limit, search.minScore ?? -Infinity);
        rows.offer(best, vector, search);
        return best.sorted().map(({ item }) => item);
      }),
    );
  }

  known(scope: VectorScope, signal?: AbortSignal): Promise<Map<string, string>> {
    return this.measured('known', signal, async () => {
      const known = new Map<string, string>();
      for await (const [id, mark] of this.marks(await this.keysOf(scope), signal))
        known.set(id, decodeMark(mark).digest);
      return known;
    });
  }

  remove(scope: VectorScope, ids: readonly string[], signal?: AbortSignal): Promise<void> {
    return this.measured('remove', signal, async () => this.removeIds(await this.keysOf(scope), ids, '', signal));
  }

  removeAll(
    scope: VectorScope,
    { exceptVersion }: { exceptVersion?: string } = {},
    signal?: AbortSignal,
  ): Promise<void> {
    return this.measured('removeAll', signal, async () => {
      const keys = await this.keysOf(scope);
      if (exceptVersion === undefined) return this.drop(keys, 0);
      const others: string[] = [];
      for await (const [id, mark] of this.marks(keys, signal))
        if (decodeMark(mark).version !== exceptVersion) others.push(id);
      await this.removeIds(keys, others, JSON.stringify([exceptVersion]), signal);
    });
  }

  scopes(signal?: AbortSignal): Promise<VectorScope[]> {
    return this.measured('scopes', signal, async () => {
      const { prefix, purpose } = this.options;
      const found = new Map<string, VectorScope>();
      for await (const keys of scanKeys(
        this.redis,
        statePattern(prefix, purpose, collectionName(await this.knownEmbedder())),
      )) {
        signal?.throwIfAborted();
        for (const key of keys) {
          const scope = await scopeOf(this.redis, key);
          if (scope !== null) found.set(key, scope);
        }
      }
      return [...found.values()];
    });
  }

  async close(): Promise<void> {
    this.stopListening();
    this.mirrors.forEach((mirror) => mirror.evict());
    this.mirrors.clear();
  }

  /** @param spared see remove.lua */
  private async removeIds(
    keys: CollectionKeys,
    ids: readonly string[],
    spared: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      signal?.throwIfAborted();
      await this.redis.querentVectorsRemove(
        ...writeKeys(keys),
        keys.name,
        REMOVALS_KEPT,
        REMOVALS_KEPT_MS,
        spared,
        ...ids.slice(at, at + IDS_AT_ONCE),
      );
    }
  }

  private async *marks(
    { marks }: CollectionKeys,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<[id: string, mark: string]> {
    let cursor = '0';
    do {
      signal?.throwIfAborted();
      const [next, found] = await this.redis.hscan(marks, cursor, 'COUNT', 1_000);
      for (let i = 0; i + 1 < found.length; i += 2) yield [found[i] ?? '', found[i + 1] ?? ''];
      cursor = next;
    } while (cursor !== '0');
  }

  /** Periodically marks this scope's collection as used, and drops unused ones. */
  private async dropUnused(keys: CollectionKeys): Promise<void> {
    const mirror = this.mirrorOf(keys);
    if (Date.now() - mirror.unusedCheckedAt < USE_EVERY_MS) return;
    mirror.unusedCheckedAt = Date.now();
    const { graceMs = GRACE_MS, warn, purpose } = this.options;
    for (const name of await this.redis.querentVectorsUse(keys.collections, keys.name, graceMs)) {
      await this.drop(collectionBeside(keys, name), graceMs);
      warn({ purpose, collection: name }, 'the vectors of an unused model are removed');
    }
  }

  private async drop(keys: CollectionKeys, unusedMs: number): Promise<void> {
    await this.redis.querentVectorsDrop(6, ...dropKeys(keys), keys.name, unusedMs);
  }

  private mirrorOf(keys: CollectionKeys): ScopeMirror {
    const mirror =
      this.mirrors.get(keys.state) ?? new ScopeMirror(this.redis, keys, this.options.embedder.dimension, this.budget);
    this.mirrors.set(keys.state, mirror);
    return mirror;
  }

  private async keysOf(scope: VectorScope): Promise<CollectionKeys> {
    const { prefix, purpose } = this.options;
    return collectionKeys(prefix, purpose, scope, collectionName(await this.knownEmbedder()));
  }

  private async knownEmbedder(): Promise<Pick<Embedder, 'model' | 'dimension'>> {
    const { embedder } = this.options;
    if (embedder.dimension === 0) await embedder.embed?.(['dimension']);
    if (embedder.dimension === 0) throw new VectorIndexUnavailable('the dimension of the embedder is not known yet');
    return embedder;
  }

  /** Counts and times a call, and converts failures into those of the port. */
  private async measured<T>(op: VectorOp, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const { requests, seconds } = this.options.metrics;
    const began = performance.now();
    const count = (result: VectorResult): void => {
      requests.inc({ store: 'redis', op, result });
      seconds.observe({ store: 'redis', op }, (performance.now() - began) / 1_000);
    };
    try {
      signal?.throwIfAborted();
      // One signal may serve many calls at once, as of all models that are made ready at the start: that is no leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const given = await unlessAborted(work(), signal);
      count('ok');
      return given;
    } catch (error) {
      const failure = signal?.aborted ? signal.reason : redisFailure(error);
      count(signal?.aborted ? 'aborted' : failure instanceof VectorIndexUnavailable ? 'away' : 'failed');
      throw failure;
    }
  }
}
