import { LRUCache } from 'lru-cache';

/**
 * Memoizes the last results of `work`. Planner, cache key and answer all analyse the same text. Results are shared and
 * must not be modified.
 */
export function memoizeLast<A extends unknown[], R extends object>(
  most: number,
  keyOf: (...given: A) => string,
  work: (...given: A) => R,
): (...given: A) => R {
  const kept = new LRUCache<string, R>({ max: most });
  return (...given) => {
    const key = keyOf(...given);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const result = work(...given);
    kept.set(key, result);
    return result;
  };
}
