import { LRUCache } from 'lru-cache';

/**
 * `work`, whose last results are kept: a text is read for its plan, for its cache key and for what an answer says of
 * it. What it gives is shared and must not be changed.
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
