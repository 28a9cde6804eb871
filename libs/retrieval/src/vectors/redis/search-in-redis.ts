import type { VectorHit, VectorSearch } from '../vector-index';
import { BestHits } from '../../best-hits';
import { collectionChanges, START } from './collection-changes';
import type { CollectionKeys } from './collection-keys';
import { PointRows } from './point-rows';
import { chunkOf } from './scope-mirror';
import type { VectorRedis } from './scripts';

/**
 * Searches a collection that is too large for a mirror, chunk by chunk: 100,000 points of 512 numbers take half a
 * second. If points are added or removed meanwhile, the last hits may miss one that moved up.
 */
export async function searchInRedis(
  redis: VectorRedis,
  keys: CollectionKeys,
  query: Float32Array,
  search: VectorSearch,
  signal?: AbortSignal,
): Promise<VectorHit[]> {
  if (search.ids !== undefined) return searchPoints(redis, keys, query, { ...search, ids: search.ids }, signal);
  let hits = new Map<string, VectorHit>();
  for (let position = START, more = true; more;) {
    signal?.throwIfAborted();
    const changes = await collectionChanges(redis, keys, position, chunkOf(query.length));
    if (changes === null) return [];
    if (changes.reset) hits.clear();
    const rows = new PointRows(query.length, changes.put.length);
    for (const { id, record } of changes.put) rows.put(id, record);
    for (const id of [...changes.removed, ...changes.put.map((point) => point.id)]) hits.delete(id);
    const best = new BestHits<VectorHit>(search.limit, search.minScore ?? -Infinity);
    for (const hit of hits.values()) best.offer(hit, hit.score);
    rows.offer(best, query, search);
    hits = new Map(best.sorted().map(({ item }) => [item.id, item]));
    ({ position, more } = changes);
  }
  return [...hits.values()];
}

/** Fetches only the requested points. */
async function searchPoints(
  redis: VectorRedis,
  keys: CollectionKeys,
  query: Float32Array,
  search: VectorSearch & { ids: readonly string[] },
  signal?: AbortSignal,
): Promise<VectorHit[]> {
  const ids = [...new Set(search.ids)];
  const best = new BestHits<VectorHit>(search.limit, search.minScore ?? -Infinity);
  for (let at = 0, step = chunkOf(query.length); at < ids.length; at += step) {
    signal?.throwIfAborted();
    const chunk = ids.slice(at, at + step);
    const records = await redis.hmgetBuffer(keys.points, ...chunk);
    const rows = new PointRows(query.length, chunk.length);
    records.forEach((record, i) => {
      if (record !== null) rows.put(chunk[i] ?? '', record);
    });
    rows.offer(best, query, search);
  }
  return best.sorted().map(({ item }) => item);
}
