import type { SampleEntry, SampleScope } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import { synchronise } from '../vectors/table/synchronise';
import type { VectorIndex } from '../vectors/vector-index';

/** Shared store of the sample questions' vectors, for all workers. */
export interface SampleVectorStore {
  /** Of the purpose `samples`. */
  index: VectorIndex;
  /** Coordinates which worker embeds. */
  redis: RedisClient;
  prefix: string;
}

/** Minimum similarity of questions: the proposer's measured threshold for words, minus what whole sentences share. */
const ALIKE = 0.5;
const MOST_ALIKE = 50;
/** Pause before a failed scope is tried again. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Semantic search of sample questions, by vectors that all workers share; one worker embeds new questions and removes
 * obsolete ones.
 */
export class SampleVectors {
  private readonly closing = new AbortController();
  private last: Promise<void> = Promise.resolve();
  /** Time of the last failed attempt, by scope. */
  private readonly failedAt = new Map<string, number>();

  constructor(
    private readonly embedder: Embedder,
    private readonly store: SampleVectorStore,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Synchronises the scope's vectors with its samples, in the background. Resolves when that is done or has failed. */
  learn(scope: SampleScope, entries: readonly SampleEntry[]): Promise<void> {
    const { index, redis, prefix } = this.store;
    const wanted = entries.map(({ id, question }) => ({ id, text: question }));
    const { signal } = this.closing;
    this.last = this.last
      .then(async () => {
        if (signal.aborted) return;
        await synchronise(index, scope, wanted, this.embedder, { purpose: 'samples', redis, prefix, signal });
        this.failedAt.delete(keyOf(scope));
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        this.failedAt.set(keyOf(scope), performance.now());
        this.onError(error);
      });
    return this.last;
  }

  /** Whether the last attempt at a scope failed: the state of its vectors is then unknown. */
  hasFailed(scope: SampleScope): boolean {
    return this.failedAt.has(keyOf(scope));
  }

  /** Whether it failed too recently to be tried again. */
  isPaused(scope: SampleScope): boolean {
    return performance.now() - (this.failedAt.get(keyOf(scope)) ?? -Infinity) < AGAIN_AFTER_MS;
  }

  /**
   * Ids of the most similar samples, best first; none if the embedder is not ready, and null if the index holds nothing
   * of the scope, because its vectors were removed. Rejects if the index is unavailable.
   */
  async alike(scope: SampleScope, text: string, signal: AbortSignal): Promise<string[] | null> {
    if (!this.embedder.ready()) return [];
    const [vector] = await tracedEmbedding(this.embedder, [text], signal);
    if (vector === undefined || vector.every((value) => value === 0)) return [];
    // Without a minimum score: the nearest are always returned, unless the index is empty.
    const hits = await this.store.index.search(scope, vector, { limit: MOST_ALIKE }, signal);
    return hits.length === 0 ? null : hits.filter(({ score }) => score >= ALIKE).map(({ id }) => id);
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The vectors are not needed any more'));
    await this.last;
  }
}

const keyOf = ({ tenant, connection }: SampleScope): string => JSON.stringify([tenant, connection]);
