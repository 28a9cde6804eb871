import type { Proposal } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import { tracedEmbedding } from '../traced-steps';
import { VocabularyVectors } from './vocabulary-vectors';

export interface NameProposerOptions {
  /** The opener's: the proposer does not close it. */
  embedder: Embedder;
  /** Least cosine of a proposal. */
  threshold?: number;
  /** How long a question's words may take to embed; after that there are no proposals. */
  patienceMs?: number;
  /** Told what went wrong: a proposer that fails proposes nothing, and the run goes on. */
  onError?: (error: unknown) => void;
}

export interface NameProposer {
  /**
   * For each word the parts of the model whose names mean something alike: at most three a word, best first, each part
   * once. Words are as the asker wrote them, in either language. Nothing, at once, while the model or the names'
   * vectors are not there yet. Rejects only with the signal's reason.
   */
  propose(words: string[], model: SemanticModel, signal?: AbortSignal): Promise<Proposal[]>;
  /** Resolves when proposals for this model can be made, or when that failed. */
  prepare(model: SemanticModel): Promise<void>;
  /** Whether the embedder is warm. */
  ready(): boolean;
  close(): Promise<void>;
}

const PER_WORD = 3;
/**
 * Measured with 91 words of both languages that mean a part of the demo's models without being its name, 44 that mean
 * nothing there and 22 names of places abroad: at 0.65 what is meant is among the proposals of 62 % of the Chinese
 * words and 34 % of the English ones (89 % and 64 % of those with any), and 2 to 5 % of the meaningless get one. At 0.6
 * these are 72, 44 and 14 %. The margin halves the options and loses none that was meant.
 */
const THRESHOLD = 0.65;
const MARGIN = 0.1;
/**
 * A word takes some 10 ms; on a machine with ten times its load, 165 were measured. The question is asked back anyway:
 * options are worth a second.
 */
const PATIENCE_MS = 1_000;

/**
 * Proposes what unknown words may mean, by likeness of meaning. A proposal never decides anything: the planner may
 * offer it as an option when it asks about the word, and an answer is only ever made from what the asker picked.
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
