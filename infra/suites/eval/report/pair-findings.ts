import { once } from 'node:events';
import { pairReport } from '../../pairs/pair-report';
import type { SemanticModel } from '@querent/model';
import { embedderOrNull } from '../embedder';
import type { Findings } from './findings';
import type { Flags } from './flags';
import type { Pair, PairFindings } from '../pairs';
import type { Target } from '../targets/target';
import { pairsAtMost, runPairs } from '../run-pairs';
import { sampled } from '../sampling';

interface PairWork {
  /** Null if the pairs are not asked. */
  target: Target | null;
  flags: Flags;
  signal: AbortSignal;
  /** Null if the pair is only asked, and not judged by its keys. */
  modelOf: (pair: Pair) => SemanticModel | null;
}

/** Evaluates a sample of the pairs through the product, and all of them by the product's keys. */
export async function pairFindings(
  pairs: readonly Pair[],
  { target, flags, signal, modelOf }: PairWork,
  findings: Findings,
): Promise<PairFindings> {
  const some = sampled(pairs, ({ id }) => id, { limit: flags.limit ?? pairsAtMost, sample: flags.sample ?? 'pairs' });
  const asked = target === null || signal.aborted ? null : await runPairs(some, target, { ...flags, signal });
  const embedder = signal.aborted ? null : embedderOrNull(findings);
  if (embedder === null) return { asked, keys: null };
  try {
    const models = new Map(pairs.map((pair) => [pair.id, modelOf(pair)]));
    // The comparison by keys cannot be aborted, so a stopped run does not wait for it.
    const stopped = once(signal, 'abort').then(() => null);
    return {
      asked,
      keys: await Promise.race([
        stopped,
        pairReport(
          pairs.map(({ connection, ...pair }) => ({ ...pair, db_id: connection })),
          ({ id }) => models.get(id) ?? null,
          embedder,
        ),
      ]),
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { asked, keys: null };
  } finally {
    await embedder.close();
  }
}
