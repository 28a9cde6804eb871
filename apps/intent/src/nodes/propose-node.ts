import { setTimeout as delay } from 'node:timers/promises';
import type { Proposal } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { IntentState } from '../intent-state';
import { planOf } from './plan-of';

/** What words may mean by likeness of meaning; best first. */
export type Propose = (words: string[], model: SemanticModel, signal: AbortSignal) => Promise<Proposal[]>;

export interface ProposeDeps {
  propose: Propose;
  /** Proposals that could not be had; the question is then asked about without them. */
  onProposeError: (error: unknown) => void;
}

/** Proposals only better a question that is asked anyway: nobody waits longer for them, ms. */
const PATIENCE_MS = 1_500;

/** More words than a question has strange ones: each is embedded and compared with every name of the model. */
const MOST_WORDS = 12;
/** A name is no longer. */
const LONGEST_WORD = 60;

/** Words of content that nothing explains. */
export function unknownIn({ plan }: IntentState): string[] {
  if (plan.kind !== 'ambiguous' && plan.kind !== 'unsupported') return [];
  return plan.unknown.filter(({ length }) => length <= LONGEST_WORD).slice(0, MOST_WORDS);
}

/**
 * Asks what the unexplained words may mean, and reads the question again with what is proposed. Never fails the run.
 */
export function proposeNode({ propose, onProposeError }: ProposeDeps) {
  return async (state: IntentState, config: { signal?: AbortSignal }): Promise<Partial<IntentState>> => {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, ...(config.signal === undefined ? [] : [config.signal])]);
    try {
      const late = delay(PATIENCE_MS, undefined, { signal }).then(() =>
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
