import { setTimeout as delay } from 'node:timers/promises';
import type { Proposal } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { IntentState } from '../intent-state';
import { planOf } from './plan-of';

/** Finds readings of words by semantic similarity, best first. */
export type Propose = (words: string[], model: SemanticModel, signal: AbortSignal) => Promise<Proposal[]>;

export interface ProposeDeps {
  propose: Propose;
  /** Logs a failure; the clarification is then asked without proposals. */
  onProposeError: (error: unknown) => void;
}

/** Time-out of the search: proposals only improve a clarification that is asked anyway. */
const TIMEOUT_MS = 1_500;

/** Most unknown words of a question: each is embedded and compared with every name of the model. */
const MAX_WORDS = 12;
/** Longest word, in characters: names are shorter. */
const MAX_WORD_LENGTH = 60;

/** The content words of the question that the model does not explain. */
export function unknownIn({ plan }: IntentState): string[] {
  if (plan.kind !== 'ambiguous' && plan.kind !== 'unsupported') return [];
  return plan.unknown.filter(({ length }) => length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS);
}

/** Searches readings of the unknown words, and plans the question again with them. Never fails the run. */
export function proposeNode({ propose, onProposeError }: ProposeDeps) {
  return async (state: IntentState, config: { signal?: AbortSignal }): Promise<Partial<IntentState>> => {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, ...(config.signal === undefined ? [] : [config.signal])]);
    try {
      const late = delay(TIMEOUT_MS, undefined, { signal }).then(() =>
        Promise.reject(new Error('no proposals in time')),
      );
      const proposals = await Promise.race([propose(unknownIn(state), state.model, signal), late]);
      return proposals.length === 0 ? {} : { proposals, plan: planOf(state, { proposals }) };
    } catch (error) {
      config.signal?.throwIfAborted();
      onProposeError(error);
      return {};
    } finally {
      over.abort();
    }
  };
}
