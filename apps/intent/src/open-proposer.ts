import { nameProposer, type Embedder } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';
import type { Propose } from './nodes/propose-node';

interface Proposer {
  propose: Propose;
  /** Embeds a model's names in the background, before its first question with an unknown word. */
  prepare(model: SemanticModel): Promise<void>;
  close(): Promise<void>;
}

const noProposer: Proposer = { propose: async () => [], prepare: async () => undefined, close: async () => undefined };

/** Proposals by semantic similarity; without an embedder there are none. */
export function openProposer(embedder: Embedder | null, onError: (error: unknown) => void): Proposer {
  if (embedder === null) return noProposer;
  const proposer = nameProposer({ embedder, onError });
  return {
    propose: (words, model, signal) => proposer.propose(words, model, signal),
    prepare: (model) => proposer.prepare(model),
    close: () => proposer.close(),
  };
}
