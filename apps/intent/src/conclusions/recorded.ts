import type { Patch, PlanResult } from '@querent/contracts';
import type { IntentState } from '../intent-state';

/** What every conclusion records: the reply is taken, and what it decided stands. */
export const replyTaken = (state: IntentState): Patch<'intent'> => ({
  reply: null,
  ambiguity: null,
  answer: null,
  choices: state.choices,
  learned: state.learned,
  asked: state.asked,
  context: state.context,
  restatedQuestion: state.restated,
});

/** What the run shows of how it was understood. */
export function understood(
  { understood: seen }: Pick<PlanResult, 'understood'>,
  strategy: string | null,
): Patch<'intent'> {
  const { type, confidence, keywords, metrics } = seen;
  return { intent: { type, confidence, keywords, metrics, strategy } };
}

/** The plan, which the graph's edges have made sure is of this kind. */
export type PlanOf<K extends PlanResult['kind']> = Extract<PlanResult, { kind: K }>;
