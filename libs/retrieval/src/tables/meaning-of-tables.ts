import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import type { VectorScope } from '../vectors/vector-index';
import type { GistVectors } from './gist-vectors';
import { gistsOf } from './table-indexer';
import type { Cosines } from './table-scores';

export interface MeaningOptions {
  embedder: Embedder;
  vectors: GistVectors;
  patienceMs: number;
  onError: (error: unknown) => void;
  onProgress: (progress: { audience: string; part: 'meaning'; done: number; of: number }) => void;
}

/** Maximum tables returned; a smaller model is compared whole. */
const MOST_MEANT = 200;
/** Pause before a failed audience is tried again. */
const AGAIN_AFTER_MS = 30_000;

/** Semantic search of tables: returns nothing until an audience's vectors are computed for the first time. */
export class MeaningOfTables {
  /** The model whose tables are embedded, by audience. */
  private readonly ready = new Map<string, SemanticModel>();
  private readonly making = new Map<string, { model: SemanticModel; done: Promise<void> }>();
  private readonly failedAt = new Map<string, number>();
  private readonly closing = new AbortController();

  constructor(private readonly options: MeaningOptions) {}

  /**
   * Cosine by table; empty if the vectors or the embedder are not ready or the time limit passed. Rejects only with the
   * signal's reason.
   */
  async of(text: string, model: SemanticModel, audience: string, signal?: AbortSignal): Promise<Cosines> {
    const { embedder, vectors, patienceMs, onError } = this.options;
    if (this.ready.get(audience) !== model) void this.prepare(model, audience);
    // The vectors of the audience's previous model suffice: most tables are unchanged, and removed ones are filtered
    // out.
    if (!this.ready.has(audience) || !embedder.ready()) return NOTHING;
    const patience = AbortSignal.timeout(patienceMs);
    const waiting = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    try {
      const [vector] = await tracedEmbedding(embedder, [text], waiting);
      if (vector === undefined || vector.every((value) => value === 0)) return NOTHING;
      const hits = await vectors.search(scopeOf(audience, model), vector, MOST_MEANT, waiting);
      // No hit at all means that the vectors were removed.
      if (hits.length === 0 && Object.keys(model.tables).length > 0) this.ready.delete(audience);
      return new Map(hits.map(({ id, score }) => [id, score]));
    } catch (error) {
      signal?.throwIfAborted();
      if (!patience.aborted) onError(error);
      return NOTHING;
    }
  }

  /** Resolves when the vectors match the model, or could not be computed: a question retries after a pause. */
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
      const report = ({ done, total }: { done: number; total: number }): void =>
        this.options.onProgress({ audience, part: 'meaning', done, of: total });
      await this.options.vectors.put(scopeOf(audience, model), await gistsOf(model), report, signal);
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
