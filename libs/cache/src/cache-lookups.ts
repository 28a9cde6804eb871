import { Counter, type Registry } from 'prom-client';

/** What looking into a cache came to; `reason` is empty for a hit, and for a plain miss of the exact cache. */
export type CacheLookup =
  | { level: 'l1'; result: 'hit' | 'miss'; reason: '' }
  | { level: 'l2'; result: 'hit'; reason: '' }
  /** `unknown`: no such meaning is kept. `unavailable`: the cache or the index was away, or too slow. */
  | { level: 'l2'; result: 'miss'; reason: 'unknown' | 'unavailable' }
  /**
   * `unlike`: the same meaning, but words too far from each other. `no_vector`: nothing told how far they are.
   * `failed`: a hit, told as one before, whose statement did not run and was forgotten.
   */
  | { level: 'l2'; result: 'rejected'; reason: 'unlike' | 'no_vector' | 'failed' };

/** One metric for both caches; to be called once for each registry. */
export function measureLookups(registry: Registry): (lookup: CacheLookup) => void {
  const lookups = new Counter({
    name: 'querent_cache_lookups_total',
    help: 'Questions looked for in the exact (l1) and the semantic cache (l2), by what came of it',
    labelNames: ['level', 'result', 'reason'],
    registers: [registry],
  });
  return (lookup) => lookups.inc({ ...lookup });
}
