import type { Patch, PlanResult } from '@querent/contracts';
import type { IntentState } from '../intent-state';

/** The patch common to all conclusions: it consumes the reply and records the decisions. */
export const commonPatch = (state: IntentState): Patch<'intent'> => ({
  reply: null,
  ambiguity: null,
  answer: null,
  choices: state.choices,
  learned: state.learned,
  asked: state.asked,
  context: state.context,
  restatedQuestion: state.restated,
  ...(state.passedOver ? { passedOver: state.passedOver } : {}),
});

/** The patch with the intent that the run displays. */
export function understood(
  { understood: seen }: Pick<PlanResult, 'understood'>,
  strategy: string | null,
): Patch<'intent'> {
  const { type, confidence, keywords, metrics } = seen;
  return { intent: { type, confidence, keywords, metrics, strategy } };
}

/** The plan of a conclusion; the edges of the graph guarantee its kind. */
export type PlanOf<K extends PlanResult['kind']> = Extract<PlanResult, { kind: K }>;
