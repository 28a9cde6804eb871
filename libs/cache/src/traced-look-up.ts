import { inSpan } from '@querent/platform';

/** A look into a cache as a trace sees it: which one, and whether anything was found. */
export const tracedLookUp = <T>(level: 'l1' | 'l2' | 'exploration', look: () => Promise<T | null>): Promise<T | null> =>
  inSpan('cache lookup', { kind: 'client', attributes: { 'querent.cache.level': level } }, async (span) => {
    const found = await look();
    span?.set({ 'querent.cache.result': found === null ? 'miss' : 'hit' });
    return found;
  });
