import type { Proposal } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import { VocabularyVectors } from './vocabulary-vectors';

export interface NameProposerOptions {
  /** Owned by the caller: the proposer does not close it. */
  embedder: Embedder;
  /** Least cosine of a proposal. */
  threshold?: number;
  /** Time limit for embedding a question's words; after it there are no proposals. */
  patienceMs?: number;
  /** Called with errors: a failing proposer proposes nothing, and the run continues. */
  onError?: (error: unknown) => void;
}

export interface NameProposer {
  /**
   * For each word, the parts of the model whose names have a similar meaning: at most three per word, best first, each
   * part once. Words are the user's, in either language. Returns nothing, at once, while the model or the names'
   * vectors are not loaded. Rejects only with the signal's reason.
   */
  propose(words: string[], model: SemanticModel, signal?: AbortSignal): Promise<Proposal[]>;
  /** Resolves when proposals for this model are possible, or when that failed. */
  prepare(model: SemanticModel): Promise<void>;
  /** Whether the embedder is warm. */
  ready(): boolean;
  close(): Promise<void>;
}

const PER_WORD = 3;
/**
 * Measured with 91 words of both languages that mean a part of the demo's models without being its name, 44 meaningless
 * words and 22 names of foreign places: at 0.65 the meant part is among the proposals of 62 % of the Chinese words and
 * 34 % of the English ones (89 % and 64 % of those with any), and 2 to 5 % of the meaningless words get one. At 0.6
 * these are 72, 44 and 14 %. The margin halves the options and loses none that was meant.
 */
const THRESHOLD = 0.65;
const MARGIN = 0.1;
/**
 * A word takes some 10 ms; 165 ms were measured at ten times a machine's load. The question needs a clarification
 * anyway, so options justify a second.
 */
const PATIENCE_MS = 1_000;

/**
 * Proposes meanings of unknown words by semantic similarity. A proposal never decides: the planner may offer it as an
 * option when it asks about the word, and an answer uses only what the user picked.
 */
export function nameProposer({
  embedder,
  threshold = THRESHOLD,
  patienceMs = PATIENCE_MS,
  onError = () => undefined,
}: NameProposerOptions): NameProposer {
  const vocabulary = new VocabularyVectors(embedder, onError);
  const nearness = { threshold, margin: MARGIN, limit: PER_WORD };
  return {
    async propose(words, model, signal) {
      signal?.throwIfAborted();
      const asked = [...new Set(words)].filter((word) => word.trim() !== '');
      const index = vocabulary.of(model);
      if (index === null || asked.length === 0 || !embedder.ready()) return [];
      const patience = AbortSignal.timeout(patienceMs);
      try {
        const vectors = await tracedEmbedding(
          embedder,
          asked,
          signal === undefined ? patience : AbortSignal.any([signal, patience]),
        );
        return asked.flatMap((word, i) =>
          index
            .nearest(vectors[i] ?? new Float32Array(embedder.dimension), nearness)
            .map((near) => ({ word, ...near })),
        );
      } catch (error) {
        signal?.throwIfAborted();
        if (!patience.aborted) onError(error);
        return [];
      }
    },
    prepare: (model) => vocabulary.prepare(model),
    ready: () => embedder.ready(),
    close: () => vocabulary.close(),
  };
}
