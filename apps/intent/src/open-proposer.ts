import { nameProposer, openLocalEmbedder } from '@querent/retrieval';
import type { SemanticModel } from '@querent/semantic';
import type { Propose } from './nodes/propose-node';

interface Proposer {
  propose: Propose;
  /** Makes a model's names ready in the background, before its first question with an unknown word. */
  prepare(model: SemanticModel): Promise<void>;
  close(): Promise<void>;
}

const nobody: Proposer = { propose: async () => [], prepare: async () => undefined, close: async () => undefined };

/** The local embedder's proposals; where it was not built or is not wanted, none: questions are then asked about without them. */
export function openProposer(embedder: 'local' | 'none', onError: (error: unknown) => void): Proposer {
  return embedder === 'none' ? nobody : localProposer(onError);
}

function localProposer(onError: (error: unknown) => void): Proposer {
  try {
    const embedder = openLocalEmbedder();
    const proposer = nameProposer({ embedder, onError });
    return {
      propose: (words, model, signal) => proposer.propose(words, model, signal),
      prepare: (model) => proposer.prepare(model),
      async close() {
        await proposer.close();
        await embedder.close();
      },
    };
  } catch (error) {
    onError(error);
    return nobody;
  }
}
