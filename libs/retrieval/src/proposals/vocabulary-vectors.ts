import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type VocabularyEntry, vocabularyOf } from '@querent/lexicon';
import type { SemanticModel, ModelColumn } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
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

/** 10 MB of vectors, and half a minute of background work where nothing is shared. */
const MOST_NAMES = 5_000;

/**
 * The names of a model that are compared by meaning: of its parts first, then stored values, up to a limit. Keys are
 * omitted, because questions do not name them. Only stored values with names in the model are used: most others are
 * names of people, places and products, found by their spelling, and to an embedding model any city resembles any other
 * (Tokyo and Guangzhou: 0.7).
 */
export function modelNames(model: SemanticModel): VocabularyEntry[] {
  const parts: VocabularyEntry[] = [];
  const values: VocabularyEntry[] = [];
  for (const entry of vocabularyOf(model)) {
    // The rest of a large model is not read.
    if (parts.length === MOST_NAMES) break;
    if (!entry.value.startsWith('value:')) {
      if (!isKey(model, entry.value)) parts.push(entry);
    } else if (values.length < MOST_NAMES && isNamedValue(model, entry.value)) values.push(entry);
  }
  return [...parts, ...values].slice(0, MOST_NAMES);
}

function isKey(model: SemanticModel, value: string): boolean {
  return value.startsWith('attribute:') && columnOf(model, value.slice('attribute:'.length))?.role === 'key';
}

function isNamedValue(model: SemanticModel, value: string): boolean {
  const equals = value.indexOf('=');
  const names = columnOf(model, value.slice('value:'.length, equals))?.values[value.slice(equals + 1)];
  return names !== undefined && names.zh.length + names.en.length > 0;
}

/** Column names may hold dots, table names do not. */
function columnOf(model: SemanticModel, name: string): ModelColumn | undefined {
  const dot = name.indexOf('.');
  return model.tables[name.slice(0, dot)]?.columns[name.slice(dot + 1)];
}
