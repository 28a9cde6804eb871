import { ExactCache, SemanticCache } from '@querent/cache';
import type { Catalog } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import { Erasures } from '@querent/privacy';
import type { VectorEraser, VectorIndex } from '@querent/retrieval';
import { eraseVectors } from './erase-vectors';
import { forgetGone } from './forget-gone';
import { keptAnswers, keptStatements, keptVectors } from './kept-places';

interface ForgettingOptions {
  catalog: Catalog;
  redis: RedisClient;
  /** Of the caches. */
  caches: RedisClient;
  /** Of all keys. */
  prefix: string;
  /** Of each purpose; the opener's. Null: there are no vectors. */
  indexes: Record<'questions' | 'tables' | 'samples', VectorIndex> | null;
  /** Of every store, also where nothing is embedded (any more); the opener's. */
  erasers: readonly VectorEraser[];
  log: Parameters<typeof forgetGone>[0]['log'];
}

/** Nobody waits for the room: a look reads the names of all that is kept. */
const EVERY_MS = 3_600_000;
/** Whoever asked for an erasure waits for it. */
const ERASE_EVERY_MS = 5_000;

/** Looks every hour for what is kept for nobody any more, and every few seconds for tenants whose data is to be erased. @returns stops it, and waits for a look that is under way */
export function openForgetting({ catalog, redis, caches, prefix, indexes, erasers, log }: ForgettingOptions): () => Promise<void> {
  const vectors = indexes === null ? [] : (['questions', 'tables', 'samples'] as const).map((purpose) => keptVectors(catalog, purpose, indexes[purpose]));
  const look = forgetGone({ kept: [...vectors, keptAnswers(catalog, new ExactCache(caches)), keptStatements(catalog, new SemanticCache(caches, { prefix }))], log });
  let last = Promise.resolve();
  const timer = setInterval(() => (last = last.then(look)), EVERY_MS).unref();
  const erase = eraseVectors({ erasures: new Erasures(redis, prefix), erasers, log });
  const eraser = setInterval(() => (last = last.then(erase)), ERASE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    clearInterval(eraser);
    return last;
  };
}
