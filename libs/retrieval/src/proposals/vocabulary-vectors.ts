import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { VocabularyEntry } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { modelNames } from './model-names';
import { NameIndex } from './name-index';

/** A question's word waits behind at most this many names. */
const CHUNK = 8;
const MODELS_KEPT = 16;

/**
 * The vectors of each model's names, computed in the background, one model after the other, and cached for the models
 * used last. Models with equal names share them: a connection's tenants differ by stored values and grants, mostly not
 * by names.
 */
export class VocabularyVectors {
  private readonly indexes = new Map<string, { index: NameIndex | null; done: Promise<void> }>();
  private readonly keys = new WeakMap<SemanticModel, string>();
  private readonly closing = new AbortController();
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly embedder: Embedder,
    private readonly onError: (error: unknown) => void,
    /** The names of a model that are compared by meaning. */
    private readonly namesOf: (model: SemanticModel) => VocabularyEntry[] = modelNames,
  ) {}

  /** The model's index; null, while it is computed. */
  of(model: SemanticModel): NameIndex | null {
    void this.prepare(model);
    return this.indexes.get(this.keyOf(model))?.index ?? null;
  }

  /** Resolves when the model's names are embedded, or that failed. */
  prepare(model: SemanticModel): Promise<void> {
    const key = this.keyOf(model);
    const known = this.indexes.get(key);
    if (known !== undefined) {
      this.indexes.delete(key);
      this.indexes.set(key, known);
      return known.done;
    }
    const done = this.last.then(() => this.build(key, model));
    this.last = done;
    this.indexes.set(key, { index: null, done });
    for (const oldest of this.indexes.keys()) if (this.indexes.size > MODELS_KEPT) this.indexes.delete(oldest);
    return done;
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The vectors are not needed any more'));
    await this.last;
  }

  private async build(key: string, model: SemanticModel): Promise<void> {
    // Evicted, or the proposer was closed, while it was queued.
    const entry = this.indexes.get(key);
    if (entry === undefined || this.closing.signal.aborted) return;
    try {
      const names = this.namesOf(model);
      entry.index = new NameIndex(names, await this.vectorsOf(names), this.embedder.dimension);
    } catch (error) {
      // The next question tries again.
      this.indexes.delete(key);
      if (!this.closing.signal.aborted) this.onError(error);
    }
  }

  private async vectorsOf(names: readonly VocabularyEntry[]): Promise<Float32Array[]> {
    const vectors = new Map<string, Float32Array>();
    const texts = [...new Set(names.map(({ text }) => text))];
    const { signal } = this.closing;
    for (let at = 0; at < texts.length; at += CHUNK) {
      const started = performance.now();
      const chunk = texts.slice(at, at + CHUNK);
      (await this.embedder.embed(chunk, signal)).forEach((vector, i) => vectors.set(chunk[i] ?? '', vector));
      // Pauses as long as the work took: half of a CPU, and of the embedder, stays free for questions.
      await pause(performance.now() - started, undefined, { signal });
    }
    return names.map(({ text }) => vectors.get(text) ?? new Float32Array(this.embedder.dimension));
  }

  private keyOf(model: SemanticModel): string {
    const known = this.keys.get(model);
    if (known !== undefined) return known;
    const key = createHash('sha256')
      .update(JSON.stringify(this.namesOf(model)))
      .digest('hex');
    this.keys.set(model, key);
    return key;
  }
}
