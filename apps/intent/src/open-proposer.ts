import { nameProposer, type Embedder } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';
import type { Propose } from './nodes/propose-node';

interface Proposer {
  propose: Propose;
  /** Makes a model's names ready in the background, before its first question with an unknown word. */
  prepare(model: SemanticModel): Promise<void>;
  close(): Promise<void>;
}

const nobody: Proposer = { propose: async () => [], prepare: async () => undefined, close: async () => undefined };

/** Proposals by likeness of meaning; without an embedder none: questions are then asked about without them. */
export function openProposer(embedder: Embedder | null, onError: (error: unknown) => void): Proposer {
  if (embedder === null) return nobody;
  const proposer = nameProposer({ embedder, onError });
  return {
    propose: (words, model, signal) => proposer.propose(words, model, signal),
    prepare: (model) => proposer.prepare(model),
    close: () => proposer.close(),
  };
}
