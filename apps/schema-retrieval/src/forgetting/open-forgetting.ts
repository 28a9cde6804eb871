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
  /**
   * Of every store, also where nothing is embedded (any more). Closed with the forgetting: a look at a store that hangs
   * ends then.
   */
  erasers: readonly VectorEraser[];
  log: Parameters<typeof forgetGone>[0]['log'];
}

/** Nobody waits for the room: a look reads the names of all that is kept. */
const EVERY_MS = 3_600_000;
/** Whoever asked for an erasure waits for it. */
const ERASE_EVERY_MS = 5_000;

/**
 * Looks every hour for what is kept for nobody any more, and every few seconds for tenants whose data is to be erased.
 * @returns stops it, and waits for the end of a look that is under way
 */
export function openForgetting({
  catalog,
  redis,
  caches,
  prefix,
  indexes,
  erasers,
  log,
}: ForgettingOptions): () => Promise<void> {
  const vectors =
    indexes === null
      ? []
      : (['questions', 'tables', 'samples'] as const).map((purpose) => keptVectors(catalog, purpose, indexes[purpose]));
  const look = forgetGone({
    kept: [
      ...vectors,
      keptAnswers(catalog, new ExactCache(caches, { prefix })),
      keptStatements(catalog, new SemanticCache(caches, { prefix })),
    ],
    log,
  });
  const erase = eraseVectors({ erasures: new Erasures(redis, prefix), erasers, log });
  const stop = inTurn([
    { everyMs: EVERY_MS, look },
    { everyMs: ERASE_EVERY_MS, look: erase },
  ]);
  return async () => {
    const stopped = stop();
    await Promise.all(erasers.map((eraser) => eraser.close()));
    await stopped;
  };
}

/**
 * Looks one at a time. One that is due while it is under way, or still waits for its turn, is left out. @param looks
 * reject never
 */
function inTurn(looks: readonly { everyMs: number; look: () => Promise<void> }[]): () => Promise<void> {
  let last = Promise.resolve();
  let isStopped = false;
  const timers = looks.map(({ everyMs, look }) => {
    let isAsked = false;
    return setInterval(() => {
      if (isAsked) return;
      isAsked = true;
      last = last.then(() => (isStopped ? undefined : look())).finally(() => (isAsked = false));
    }, everyMs).unref();
  });
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
    return last;
  };
}
