import type { IntentState } from '../intent-state';
import { recordedState } from './interpret-node';
import { planOf } from './plan-of';

/** Whether the reply was read as a question or correction that the data cannot answer. */
export const isReplyUnusable = ({ plan, replyRead, restated, run }: IntentState): boolean =>
  plan.kind === 'unsupported' &&
  run.data.reply !== null &&
  replyRead !== null &&
  replyRead !== 'forget' &&
  restated !== run.data.restatedQuestion;

/** Repeats the open clarification, so that a misunderstood reply does not fail the run. */
export function askAgainNode(state: IntentState): Partial<IntentState> {
  const before: IntentState = { ...state, ...recordedState(state.run), replyRead: 'unclear' };
  const plan = planOf(before);
  return plan.kind === 'ambiguous' ? { ...before, plan } : {};
}
