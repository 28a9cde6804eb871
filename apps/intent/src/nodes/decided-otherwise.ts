import type { PlanResult } from '@querent/contracts';
import { interpretReply } from '@querent/planner';
import { isHabitual } from '../habits/habitual';
import type { IntentState } from '../intent-state';
import { planOf } from './plan-of';

/** A plan after which what was said may still be a word on the question before. */
const isAtALoss = (plan: PlanResult): boolean =>
  plan.kind === 'unsupported' || (plan.kind === 'ambiguous' && plan.ambiguity.trigger === 'unknown_term');

/**
 * 不要综合评分，要明细, said in a conversation after an answer: no question by itself, nor a change of a condition, but the
 * reply to what the question before would be asked about, were it asked anew. Null where it is none.
 */
export function decidedOtherwise(state: IntentState, plan: PlanResult): Partial<IntentState> | null {
  const { run, context, model, question: text } = state;
  if (context === null || state.replyRead !== null || !isAtALoss(plan)) return null;
  const { question } = context;
  const before: IntentState = { ...state, question, context: null, choices: [] };
  const asked = planOf(before);
  if (asked.kind !== 'ambiguous' || !isHabitual(asked.ambiguity)) return null;
  const { locale, today } = run.request;
  const read = interpretReply(asked.ambiguity, { text }, { locale, question, model, today });
  if (read.kind !== 'choice') return null;
  const decided = planOf(before, { choices: [read.choice] });
  if (decided.kind === 'unsupported' || decided.kind === 'chitchat') return null;
  const continued: PlanResult =
    decided.kind === 'planned' ? { ...decided, continued: true, settled: [...decided.settled, read.choice] } : decided;
  return { plan: continued, question, restated: question, choices: [read.choice] };
}
