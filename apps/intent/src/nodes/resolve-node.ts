import type { PlanResult } from '@querent/contracts';
import { interpretReply, isContinuation } from '@querent/planner';
import { isHabitual } from '../habits/habitual';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { planOf } from './plan-of';

/**
 * Plans the question. A reply that selected no option is tried as an addition to the question, and accepted if the
 * result is unambiguous. A text that is no question may change a decision about the previous question.
 */
export function resolveNode(state: IntentState): Partial<IntentState> {
  const { run, replyRead, forget } = state;
  const { locale } = run.request;
  if (forget && replyRead === null) return { plan: confirmation(locale) };
  const addition = replyRead === 'unclear' ? (run.data.reply?.text ?? '') : '';
  if (addition.trim() !== '') {
    const question = `${state.question} ${addition}`.trim();
    const plan = planOf(state, { question });
    if (plan.kind === 'planned') {
      return {
        plan,
        question,
        restated: question,
        replyRead: 'amended',
        notes: [{ kind: 'amended', message: `${intentMessages.amended[locale]}${question}` }],
      };
    }
  }
  const plan = planOf(state);
  if (state.context !== null && state.context.query === null && isFollowUp(state))
    return { plan, continuesModelAnswer: true };
  return redecidedPlan(state, plan) ?? { plan };
}

/** Whether the question, not restated by a reply, is a follow-up. */
const isFollowUp = (state: IntentState): boolean =>
  state.restated === null && isContinuation(state.question, state.model);

/**
 * Handles a text such as 不要综合评分，要明细 after an answer. It is neither a question nor a changed condition, but decides the
 * ambiguity of the previous question differently. Returns the previous question with that decision; null if the text
 * does not decide it.
 */
function redecidedPlan(state: IntentState, plan: PlanResult): Partial<IntentState> | null {
  const { run, context, model, question: text } = state;
  if (context === null || state.replyRead !== null || !isInconclusive(plan)) return null;
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

/** Whether a plan leaves open that the text is a decision about the previous question. */
const isInconclusive = (plan: PlanResult): boolean =>
  plan.kind === 'unsupported' || (plan.kind === 'ambiguous' && plan.ambiguity.trigger === 'unknown_term');

/** The answer to a request to forget habits, which is no question about data. */
function confirmation(locale: 'zh' | 'en'): PlanResult {
  const understood = { type: 'chitchat' as const, confidence: 1, keywords: [], metrics: [] };
  return { kind: 'chitchat', understood, reply: intentMessages.habitsForgotten[locale].trim(), suggestions: [] };
}
