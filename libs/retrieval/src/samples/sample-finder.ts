import { mayServe, sampleHash, type SampleBook, type SampleEntry, type SampleScope } from '@querent/catalog';
import type { SemanticModel } from '@querent/semantic';
import { cosine, type Embedder } from '../embedder/embedder';
import { LexicalIndex } from '../lexical-index';
import { fuseRanks } from '../rank-fusion';
import { checkStatement, type StatementCheck } from './check-statement';
import { QuestionVectors } from './question-vectors';

export interface SampleFinder {
  /** Samples whose questions are like the text and whose statements fit the model, best first. Rejects when Redis is away, and with the signal's reason. */
  find(scope: SampleScope, text: string, model: SemanticModel, options: FindSamplesOptions): Promise<FoundSample[]>;
  /** Resolves when the checks and vectors that were begun in the background are done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface FoundSample {
  question: string;
  /** Deparsed: one SELECT without comments. */
  sql: string;
}

export interface FindSamplesOptions {
  limit: number;
  /** Whether likeness of meaning is worth waiting for. */
  byMeaning: boolean;
  signal?: AbortSignal;
}

export interface SampleFinderOptions {
  book: Pick<SampleBook, 'list' | 'revision' | 'retire' | 'restore'>;
  /** The opener's; null: by words alone. */
  embedder: Embedder | null;
  patienceMs?: number;
  onRetired?: (scope: SampleScope, entry: SampleEntry, reason: string) => void;
  onError?: (error: unknown) => void;
}

interface Shelf {
  revision: { stored: string; file: unknown };
  entries: SampleEntry[];
  index: LexicalIndex<SampleEntry>;
  /** The model that all of its entries were checked with last. */
  sweptFor: SemanticModel | null;
}

const PATIENCE_MS = 400;
/** Questions less alike say nothing about each other: the proposer's measured threshold for words, less what whole sentences share. */
const ALIKE = 0.5;

/**
 * Finds sample questions by words and by meaning, fused by rank. Statements are checked against the model before they are handed
 * out; one that does not fit any more is retired, one that fits again is taken back.
 */
export function sampleFinder({ book, embedder, patienceMs = PATIENCE_MS, onRetired = () => undefined, onError = () => undefined }: SampleFinderOptions): SampleFinder {
  const shelves = new Map<string, Shelf>();
  const checks = new WeakMap<SemanticModel, Map<string, Promise<StatementCheck>>>();
  /** The model that an entry's check was written down for. */
  const written = new WeakMap<SampleEntry, SemanticModel>();
  const vectors = embedder === null ? null : new QuestionVectors(embedder, onError);
  let sweeping: Promise<void> = Promise.resolve();

  const shelfOf = async (scope: SampleScope): Promise<Shelf> => {
    const key = JSON.stringify([scope.tenant, scope.connection]);
    const revision = await book.revision(scope);
    const known = shelves.get(key);
    if (known !== undefined && known.revision.stored === revision.stored && known.revision.file === revision.file) return known;
    const entries = await book.list(scope);
    const shelf: Shelf = { revision, entries, index: new LexicalIndex(entries, ({ question }) => question), sweptFor: null };
    shelves.set(key, shelf);
    return shelf;
  };

  /** Once a statement and resolved model. */
  const checkOf = (entry: SampleEntry, model: SemanticModel): Promise<StatementCheck> => {
    const made = checks.get(model) ?? new Map<string, Promise<StatementCheck>>();
    checks.set(model, made);
    const hash = sampleHash(entry);
    const check = made.get(hash) ?? checkStatement(entry.sql, model);
    made.set(hash, check);
    return check;
  };

  /** Writes down what it finds, once a reading of the shelf; another's change of the sample meanwhile stands. */
  const checked = async (scope: SampleScope, entry: SampleEntry, model: SemanticModel): Promise<StatementCheck> => {
    const check = await checkOf(entry, model);
    if (written.get(entry) === model) return check;
    written.set(entry, model);
    if (!check.ok) {
      onRetired(scope, entry, check.why);
      await book.retire(scope, entry, { modelVersion: model.version, reason: check.detail });
    } else if (entry.status === 'retired') {
      await book.restore(scope, entry, model.version);
    }
    return check;
  };

  const alike = async (text: string, entries: readonly SampleEntry[], signal?: AbortSignal): Promise<SampleEntry[]> => {
    if (embedder === null || vectors === null || !embedder.ready()) return [];
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const [vector] = await embedder.embed([text], signal === undefined ? patience : AbortSignal.any([signal, patience]));
      const scored = entries.map((entry) => ({ entry, score: likeness(vector, vectors.of(entry.question)) }));
      return scored.filter(({ score }) => score >= ALIKE).sort((a, b) => b.score - a.score).map(({ entry }) => entry);
    } catch (error) {
      signal?.throwIfAborted();
      if (!patience.aborted) onError(error);
      return [];
    }
  };

  /** All of a shelf, once, so that what does not fit a changed model is known before anybody asks for it. */
  const sweep = async (scope: SampleScope, shelf: Shelf, model: SemanticModel): Promise<void> => {
    if (shelf.sweptFor === model) return;
    shelf.sweptFor = model;
    for (const entry of shelf.entries) if (mayServe(entry, model.version)) await checked(scope, entry, model);
  };

  return {
    async find(scope, text, model, { limit, byMeaning, signal }) {
      signal?.throwIfAborted();
      const shelf = await shelfOf(scope);
      const { entries, index } = shelf;
      const usable = entries.filter((entry) => mayServe(entry, model.version));
      if (usable.length === 0) return [];
      void vectors?.learn(usable.map(({ question }) => question));
      const byWords = index.search(text, entries.length).map(({ item }) => item);
      const ranked = fuseRanks([{ items: byWords }, { items: byMeaning ? await alike(text, usable, signal) : [] }]);
      const found = new Map<string, FoundSample>();
      for (const entry of ranked.filter((one) => mayServe(one, model.version))) {
        if (found.size >= limit) break;
        signal?.throwIfAborted();
        const check = await checked(scope, entry, model);
        if (check.ok) found.set(`${entry.question}\n${check.sql}`, { question: entry.question, sql: check.sql });
      }
      sweeping = sweeping.then(() => sweep(scope, shelf, model)).catch(onError);
      return [...found.values()];
    },
    async settled() {
      await Promise.all([sweeping, vectors?.learn([])]);
    },
    async close() {
      await vectors?.close();
      await sweeping;
    },
  };
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a === undefined || b === undefined ? 0 : cosine(a, b);
}
