import { Asker } from './asker';
import { inParallel } from './in-parallel';
import { askPair, pairFigures, type Pair, type PairFindings } from './pairs';
import type { Target } from './targets/target';
import { startProgress } from './progress';
import type { RunOptions } from './run-questions';

/** Default number of asked pairs. Each needs two questions and a tenant. */
export const pairsAtMost = 300;

/** Asks each pair as a separate tenant, so that its cache contains only the first question. */
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
    const judged = verdicts.filter((verdict) => verdict !== null);
    return { ...pairFigures(judged), verdicts: judged };
  } finally {
    progress.end();
  }
}
