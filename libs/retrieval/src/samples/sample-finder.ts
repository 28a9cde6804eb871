import {
  mayServe,
  sampleHash,
  voteWeight,
  type SampleBook,
  type SampleEntry,
  type SampleScope,
} from '@querent/catalog';
import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { fuseRanks } from '../rank-fusion';
import { checkStatement, type StatementCheck } from './check-statement';
import { samplesOfSimilarShape, nearDuplicateKey, indexSamples, type IndexedSamples } from './indexed-samples';
import { SampleVectors, type SampleVectorStore } from './sample-vectors';

export interface SampleFinder {
  /**
   * Samples whose questions resemble the text and whose statements fit the model, best first. Rejects if Redis is
   * unavailable, and with the signal's reason.
   */
  find(scope: SampleScope, text: string, model: SemanticModel, options: FindSamplesOptions): Promise<FoundSample[]>;
  /** Resolves when the background checks and vectors are done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface FoundSample {
  id: string;
  question: string;
  /** Deparsed: one SELECT without comments. */
  sql: string;
}

export interface FindSamplesOptions {
  limit: number;
  /** Whether to wait for the semantic search. */
  byMeaning: boolean;
  signal?: AbortSignal;
}

export interface SampleFinderOptions {
  book: Pick<SampleBook, 'list' | 'revision' | 'retire' | 'restore'>;
  /** Owned by the caller; null: search by words alone. */
  embedder: Embedder | null;
  /** Owned by the caller; absent: search by words alone. */
  vectors?: SampleVectorStore | null;
  patienceMs?: number;
  onRetired?: (scope: SampleScope, entry: SampleEntry, reason: string) => void;
  onError?: (error: unknown) => void;
}

const PATIENCE_MS = 400;
/**
 * Weight of the shape ranking beside words and meaning. Leave-one-out over 1,737 public questions: the first sample's
 * statement has the wanted clauses and aggregates for 52 % instead of 48 % by words alone; with all databases mixed 41
 * % instead of 32 %.
 */
const SHAPE = 1;

/**
 * Finds sample questions by words and by meaning, and ranks those by shape too; the rankings are fused and adjusted
 * slightly by users' votes. Only one of near duplicates is returned, and statements of equal structure come after
 * others. Statements are checked against the model before they are returned; one that no longer fits is retired, one
 * that fits again is restored.
 */
export function sampleFinder({
  book,
  embedder,
  vectors: store = null,
  patienceMs = PATIENCE_MS,
  onRetired = () => undefined,
  onError = () => undefined,
}: SampleFinderOptions): SampleFinder {
  const indexedByScope = new Map<string, IndexedSamples>();
  const checks = new WeakMap<SemanticModel, Map<string, Promise<StatementCheck>>>();
  /** The model version for which an entry's check was recorded. */
  const recordedVersion = new WeakMap<SampleEntry, string>();
  const vectors = embedder === null || store === null ? null : new SampleVectors(embedder, store, onError);
  let sweeping: Promise<void> = Promise.resolve();
  let learning: Promise<unknown> = Promise.resolve();
  let closed = false;

  /**
   * Embeds in the background. Samples that changed meanwhile may have been erased, with their vectors, before ours were
   * written: then the scope is read again.
   */
  const learn = (scope: SampleScope, indexed: IndexedSamples): void => {
    if (vectors === null || indexed.isLearning || vectors.isPaused(scope)) return;
    indexed.isLearning = true;
    // Pending samples are never returned, so they are not embedded; retired ones may be restored.
    const learnt = vectors
      .learn(
        scope,
        indexed.entries.filter(({ status }) => status !== 'pending'),
      )
      .then(async () => {
        indexed.isLearning = false;
        if (!closed) await samplesOf(scope);
      });
    learning = Promise.all([learning, learnt.catch(onError)]);
  };

  const samplesOf = async (scope: SampleScope): Promise<IndexedSamples> => {
    const key = JSON.stringify([scope.tenant, scope.connection]);
    const revision = await book.revision(scope);
    const known = indexedByScope.get(key);
    if (known !== undefined && known.revision === revision) return known;
    const indexed = await indexSamples(revision, await book.list(scope));
    indexedByScope.set(key, indexed);
    learn(scope, indexed);
    return indexed;
  };

  /** Checked once per statement and resolved model. */
  const checkOf = (entry: SampleEntry, model: SemanticModel): Promise<StatementCheck> => {
    const made = checks.get(model) ?? new Map<string, Promise<StatementCheck>>();
    checks.set(model, made);
    const hash = sampleHash(entry);
    const check = made.get(hash) ?? checkStatement(entry.sql, model);
    made.set(hash, check);
    return check;
  };

  /** Records the check once per loaded revision; a concurrent change of the sample takes precedence. */
  const checked = async (scope: SampleScope, entry: SampleEntry, model: SemanticModel): Promise<StatementCheck> => {
    const check = await checkOf(entry, model);
    if (recordedVersion.get(entry) === model.version) return check;
    recordedVersion.set(entry, model.version);
    if (!check.ok) {
      onRetired(scope, entry, check.why);
      await book.retire(scope, entry, { modelVersion: model.version, reason: check.detail });
    } else if (entry.status === 'retired') {
      await book.restore(scope, entry, model.version);
    }
    return check;
  };

  const alikeInMeaning = async (
    scope: SampleScope,
    text: string,
    indexed: IndexedSamples,
    entries: readonly SampleEntry[],
    signal?: AbortSignal,
  ): Promise<SampleEntry[]> => {
    if (vectors === null) return [];
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const ids = await vectors.alike(
        scope,
        text,
        signal === undefined ? patience : AbortSignal.any([signal, patience]),
      );
      // Missing or incomplete vectors: not computed yet, a tenant's data was erased, or the store was emptied.
      if (ids === null || vectors.hasFailed(scope)) learn(scope, indexed);
      if (ids === null) return [];
      const byId = new Map(entries.map((entry) => [entry.id, entry]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    } catch (error) {
      signal?.throwIfAborted();
      if (!patience.aborted) onError(error);
      return [];
    }
  };

  /**
   * Checks all samples of a scope once, so that those that do not fit a changed model are known before a question needs
   * them.
   */
  const sweep = async (scope: SampleScope, indexed: IndexedSamples, model: SemanticModel): Promise<void> => {
    if (indexed.sweptFor === model.version) return;
    indexed.sweptFor = model.version;
    for (const entry of indexed.entries) if (mayServe(entry, model.version)) await checked(scope, entry, model);
  };

  return {
    async find(scope, text, model, options) {
      const { limit, signal } = options;
      signal?.throwIfAborted();
      const indexed = await samplesOf(scope);
      const usable = new Set(indexed.entries.filter((entry) => mayServe(entry, model.version)));
      if (usable.size === 0) return [];
      const byWords = indexed.words
        .search(text, indexed.entries.length)
        .map(({ item }) => item)
        .filter((entry) => usable.has(entry));
      const byMeaning = options.byMeaning ? await alikeInMeaning(scope, text, indexed, [...usable], signal) : [];
      const like = fuseRanks([{ items: byWords }, { items: byMeaning }]);
      const ranked = fuseRanks(
        [
          { items: byWords },
          { items: byMeaning },
          { items: samplesOfSimilarShape(text, indexed, like), weight: SHAPE },
        ],
        ({ votes }) => voteWeight(votes),
      );
      const found = new Map<string, FoundSample>();
      for (const entry of variedFirst(ranked, indexed, limit)) {
        if (found.size >= limit) break;
        signal?.throwIfAborted();
        const check = await checked(scope, entry, model);
        if (check.ok)
          found.set(`${entry.question}\n${check.sql}`, { id: entry.id, question: entry.question, sql: check.sql });
      }
      sweeping = sweeping.then(() => sweep(scope, indexed, model)).catch(onError);
      return [...found.values()];
    },
    async settled() {
      for (let last: unknown; last !== learning;) [last] = [learning, await learning];
      await sweeping;
    },
    async close() {
      closed = true;
      await vectors?.close();
      await Promise.all([sweeping, learning]);
    },
  };
}

/**
 * Keeps the best of each group of near duplicates. A statement of the same structure as an earlier one moves behind the
 * other top entries: three examples of one statement show one thing (diversity beside relevance: Carbonell & Goldstein,
 * "The use of MMR", SIGIR 1998).
 */
function variedFirst(ranked: readonly SampleEntry[], indexed: IndexedSamples, limit: number): SampleEntry[] {
  const seen = new Set<string>();
  const distinct = ranked.filter((entry) => {
    const key = nearDuplicateKey(entry);
    return !seen.has(key) && seen.add(key);
  });
  const kinds = new Set<string>();
  const [varied, repeated]: [SampleEntry[], SampleEntry[]] = [[], []];
  for (const entry of distinct.slice(0, limit * WORTH_VARYING)) {
    const kind = indexed.kinds.get(entry) ?? '';
    (kinds.has(kind) ? repeated : varied).push(entry);
    kinds.add(kind);
  }
  return [...varied, ...repeated, ...distinct.slice(limit * WORTH_VARYING)];
}

/**
 * Only this multiple of the limit is diversified: lower entries have other structures because their questions differ.
 */
const WORTH_VARYING = 2;
