import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import type { VectorScope } from '../vectors/vector-index';
import type { GistVectors } from './gist-vectors';
import { gistsOf } from './table-shelf';
import type { Cosines } from './table-scores';

export interface MeaningOptions {
  embedder: Embedder;
  vectors: GistVectors;
  patienceMs: number;
  onError: (error: unknown) => void;
  onProgress: (progress: { audience: string; part: 'meaning'; done: number; of: number }) => void;
}

/** So many tables are told of; a model with no more is compared whole. */
const MOST_MEANT = 200;
/** What failed is not tried again for every question. */
const AGAIN_AFTER_MS = 30_000;

/** Which tables mean what a question means: nothing until an audience's vectors are there for the first time. */
export class MeaningOfTables {
  /** By audience: the model whose tables the vectors are of. */
  private readonly ready = new Map<string, SemanticModel>();
  private readonly making = new Map<string, { model: SemanticModel; done: Promise<void> }>();
  private readonly failedAt = new Map<string, number>();
  private readonly closing = new AbortController();

  constructor(private readonly options: MeaningOptions) {}

  /**
   * Cosine by table; none where the vectors, the embedder or patience are not there. Rejects only with the signal's
   * reason.
   */
  async of(text: string, model: SemanticModel, audience: string, signal?: AbortSignal): Promise<Cosines> {
    const { embedder, vectors, patienceMs, onError } = this.options;
    if (this.ready.get(audience) !== model) void this.prepare(model, audience);
    // Those of the audience's model before will do: most tables are as they were, and what is gone is left out.
    if (!this.ready.has(audience) || !embedder.ready()) return NOTHING;
    const patience = AbortSignal.timeout(patienceMs);
    const waiting = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    try {
      const [vector] = await tracedEmbedding(embedder, [text], waiting);
      if (vector === undefined || vector.every((value) => value === 0)) return NOTHING;
      const hits = await vectors.search(scopeOf(audience, model), vector, MOST_MEANT, waiting);
      // The nearest of any are told: there are none any more, for they were removed by somebody else.
      if (hits.length === 0 && Object.keys(model.tables).length > 0) this.ready.delete(audience);
      return new Map(hits.map(({ id, score }) => [id, score]));
    } catch (error) {
      signal?.throwIfAborted();
      if (!patience.aborted) onError(error);
      return NOTHING;
    }
  }

  /**
   * Resolves when the vectors are those of the model, or could not be made: the next question tries again, after a
   * while.
   */
  prepare(model: SemanticModel, audience: string): Promise<void> {
    if (this.ready.get(audience) === model) return Promise.resolve();
    const running = this.making.get(audience);
    if (running?.model === model) return running.done;
    if (performance.now() - (this.failedAt.get(audience) ?? -Infinity) < AGAIN_AFTER_MS) return Promise.resolve();
    const done = (running?.done ?? Promise.resolve())
      .then(() => this.make(model, audience))
      .finally(() => {
        if (this.making.get(audience)?.model === model) this.making.delete(audience);
      });
    this.making.set(audience, { model, done });
    return done;
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The vectors are not needed any more'));
    await Promise.all([...this.making.values()].map(({ done }) => done));
  }

  private async make(model: SemanticModel, audience: string): Promise<void> {
    const { signal } = this.closing;
    if (signal.aborted) return;
    try {
      const told = ({ done, total }: { done: number; total: number }): void =>
        this.options.onProgress({ audience, part: 'meaning', done, of: total });
      await this.options.vectors.put(scopeOf(audience, model), await gistsOf(model), told, signal);
      this.ready.set(audience, model);
      this.failedAt.delete(audience);
    } catch (error) {
      if (signal.aborted) return;
      this.failedAt.set(audience, performance.now());
      this.options.onError(error);
    }
  }
}

const NOTHING: Cosines = new Map();

const scopeOf = (audience: string, { connection }: SemanticModel): VectorScope => ({ tenant: audience, connection });
