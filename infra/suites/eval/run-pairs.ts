import { Asker } from './asker';
import { inParallel } from './in-parallel';
import { askPair, pairFigures, type Pair, type PairFindings } from './pairs';
import type { Target } from './targets/target';
import { startProgress } from './progress';
import type { RunOptions } from './run-questions';

/** Pairs that are asked where nobody says how many: each is two questions, and a tenant of its own. */
export const pairsAtMost = 300;

/** Asks pairs, each by a tenant of its own, so that nothing but its first question can be in the cache. */
export async function runPairs(
  pairs: readonly Pair[],
  target: Target,
  { concurrency, timeoutMs, signal }: RunOptions,
): Promise<NonNullable<PairFindings['asked']>> {
  const progress = startProgress('pairs', pairs.length);
  let hits = 0;
  try {
    const verdicts = await inParallel(
      pairs,
      concurrency,
      async (pair, index) => {
        const asker = new Asker({ url: target.url, key: target.laneKeys[index] ?? target.key, timeoutMs });
        const verdict = await askPair(pair, { asker, timezone: target.timezone }, signal);
        if (verdict !== null && verdict.level !== 'none') hits += 1;
        progress.tick(`${hits} hits`);
        return verdict;
      },
      signal,
    );
    const heard = verdicts.filter((verdict) => verdict !== null);
    return { ...pairFigures(heard), verdicts: heard };
  } finally {
    progress.end();
  }
}
