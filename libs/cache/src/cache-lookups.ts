import { Counter, type Registry } from 'prom-client';

/** Result of a cache lookup; `reason` is empty for a hit, and for a plain miss of the exact cache. */
export type CacheLookup =
  | { level: 'l1'; result: 'hit' | 'miss'; reason: '' }
  | { level: 'l2'; result: 'hit'; reason: '' }
  /** `unknown`: no entry has this meaning. `unavailable`: the cache or the index was unavailable or too slow. */
  | { level: 'l2'; result: 'miss'; reason: 'unknown' | 'unavailable' }
  /**
   * `unlike`: same meaning, but the wordings are too dissimilar. `no_vector`: their similarity could not be computed.
   * `failed`: counted as a hit before, but its statement failed and was removed.
   */
  | { level: 'l2'; result: 'rejected'; reason: 'unlike' | 'no_vector' | 'failed' };

/** One metric for both caches; call once per registry. */
export function measureLookups(registry: Registry): (lookup: CacheLookup) => void {
  const lookups = new Counter({
    name: 'querent_cache_lookups_total',
    help: 'Lookups in the exact (l1) and the semantic cache (l2), by result',
    labelNames: ['level', 'result', 'reason'],
    registers: [registry],
  });
  return (lookup) => lookups.inc({ ...lookup });
}
