import type { IntentState } from '../intent-state';
import { standing } from './interpret-node';
import { planOf } from './plan-of';

/** A reply that was read as a question or as a correction, and leads nowhere. */
export const ledNowhere = ({ plan, replyRead, restated, run }: IntentState): boolean =>
  plan.kind === 'unsupported' &&
  run.data.reply !== null &&
  replyRead !== null &&
  replyRead !== 'forget' &&
  restated !== run.data.restatedQuestion;

/** The question that was open is asked once more: a run does not end because its asker was not understood. */
export function askAgainNode(state: IntentState): Partial<IntentState> {
  const before: IntentState = { ...state, ...standing(state.run), replyRead: 'unclear' };
  const plan = planOf(before);
  return plan.kind === 'ambiguous' ? { ...before, plan } : {};
}
