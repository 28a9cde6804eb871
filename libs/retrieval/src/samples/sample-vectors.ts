import type { SampleEntry, SampleScope } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import { synchronise } from '../vectors/table/synchronise';
import type { VectorIndex } from '../vectors/vector-index';

/** Where the vectors of sample questions are kept, for all workers. */
export interface SampleVectorStore {
  /** Of the purpose `samples`. */
  index: VectorIndex;
  /** Where the workers agree on who embeds. */
  redis: RedisClient;
  prefix: string;
}

/**
 * Questions less alike say nothing about each other: the proposer's measured threshold for words, less what whole
 * sentences share.
 */
const ALIKE = 0.5;
const MOST_ALIKE = 50;
/** What failed is not tried again for every question. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Likeness of meaning between questions and sample questions, by vectors that all workers share; one embeds what is new
 * and takes away what is gone.
 */
export class SampleVectors {
  private readonly closing = new AbortController();
  private last: Promise<void> = Promise.resolve();
  /** By scope: when its last attempt failed, if it did. */
  private readonly failedAt = new Map<string, number>();

  constructor(
    private readonly embedder: Embedder,
    private readonly store: SampleVectorStore,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Brings the scope's vectors up to its samples, in the background. Resolves when that is done or has failed. */
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

  /** Whether the last attempt at a scope failed: what its vectors are then, nobody knows. */
  hasFailed(scope: SampleScope): boolean {
    return this.failedAt.has(keyOf(scope));
  }

  /** Whether it failed too short a while ago to be tried again. */
  isPaused(scope: SampleScope): boolean {
    return performance.now() - (this.failedAt.get(keyOf(scope)) ?? -Infinity) < AGAIN_AFTER_MS;
  }

  /**
   * Ids of the samples most alike, best first; none where the embedder is not ready, and null where the index holds
   * nothing at all of the scope: somebody has removed it. Rejects where the index is away.
   */
  async alike(scope: SampleScope, text: string, signal: AbortSignal): Promise<string[] | null> {
    if (!this.embedder.ready()) return [];
    const [vector] = await tracedEmbedding(this.embedder, [text], signal);
    if (vector === undefined || vector.every((value) => value === 0)) return [];
    // No least score: the nearest of any are told, unless there are none any more.
    const hits = await this.store.index.search(scope, vector, { limit: MOST_ALIKE }, signal);
    return hits.length === 0 ? null : hits.filter(({ score }) => score >= ALIKE).map(({ id }) => id);
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The vectors are not needed any more'));
    await this.last;
  }
}

const keyOf = ({ tenant, connection }: SampleScope): string => JSON.stringify([tenant, connection]);
