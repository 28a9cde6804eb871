import { inSpan } from '@querent/platform';

/** Runs a cache lookup in a span that records the cache and the result. */
export const tracedLookup = <T>(
  level: 'l1' | 'l2' | 'exploration',
  lookup: () => Promise<T | null>,
): Promise<T | null> =>
  inSpan('cache lookup', { kind: 'client', attributes: { 'querent.cache.level': level } }, async (span) => {
    const found = await lookup();
    span?.set({ 'querent.cache.result': found === null ? 'miss' : 'hit' });
    return found;
  });
