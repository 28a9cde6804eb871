import { ExactCache, SemanticCache } from '@querent/cache';
import type { Catalog } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import { Erasures } from '@querent/privacy';
import type { VectorEraser, VectorIndex } from '@querent/retrieval';
import { eraseVectors } from './erase-vectors';
import { removeOrphans } from './remove-orphans';
import { retainedAnswers, retainedStatements, retainedVectors } from './retained-data';

interface CleanupOptions {
  catalog: Catalog;
  redis: RedisClient;
  /** The Redis of the caches. */
  caches: RedisClient;
  /** The prefix of all keys. */
  prefix: string;
  /** The vector index of each purpose, closed by the caller; null without vectors. */
  indexes: Record<'questions' | 'tables' | 'samples', VectorIndex> | null;
  /** One for every store, even without an embedder. The cleanup closes them, which ends a pass that hangs. */
  erasers: readonly VectorEraser[];
  log: Parameters<typeof removeOrphans>[0]['log'];
}

/** Orphans are searched rarely, because a pass lists all scopes and the space is not needed urgently. */
const ORPHANS_EVERY_MS = 3_600_000;
/** Erasures are checked often, because an administrator waits for them. */
const ERASURES_EVERY_MS = 5_000;

/**
 * Deletes orphaned data every hour, and the vectors of erased tenants every few seconds.
 * @returns a function that stops the cleanup and waits for a running pass
 */
export function openCleanup({
  catalog,
  redis,
  caches,
  prefix,
  indexes,
  erasers,
  log,
}: CleanupOptions): () => Promise<void> {
  const vectors =
    indexes === null
      ? []
      : (['questions', 'tables', 'samples'] as const).map((purpose) =>
          retainedVectors(catalog, purpose, indexes[purpose]),
        );
  const orphans = removeOrphans({
    retained: [
      ...vectors,
      retainedAnswers(catalog, new ExactCache(caches, { prefix })),
      retainedStatements(catalog, new SemanticCache(caches, { prefix })),
    ],
    log,
  });
  const erasures = eraseVectors({ erasures: new Erasures(redis, prefix), erasers, log });
  const stop = inTurn([
    { everyMs: ORPHANS_EVERY_MS, pass: orphans },
    { everyMs: ERASURES_EVERY_MS, pass: erasures },
  ]);
  return async () => {
    const stopped = stop();
    await Promise.all(erasers.map((eraser) => eraser.close()));
    await stopped;
  };
}

/**
 * Runs the passes periodically, one at a time. A pass that is due while it still runs or waits is skipped.
 * @param passes never reject
 */
function inTurn(passes: readonly { everyMs: number; pass: () => Promise<void> }[]): () => Promise<void> {
  let last = Promise.resolve();
  let isStopped = false;
  const timers = passes.map(({ everyMs, pass }) => {
    let isQueued = false;
    return setInterval(() => {
      if (isQueued) return;
      isQueued = true;
      last = last.then(() => (isStopped ? undefined : pass())).finally(() => (isQueued = false));
    }, everyMs).unref();
  });
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
    return last;
  };
}
