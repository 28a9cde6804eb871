import type { PlanResult } from '@querent/contracts';
import { redecidedPlan } from '@querent/memory';
import { isContinuation } from '@querent/planner';
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
  return redecided(state, plan) ?? { plan };
}

/** Whether the question, not restated by a reply, is a follow-up. */
const isFollowUp = (state: IntentState): boolean =>
  state.restated === null && isContinuation(state.question, state.model);

/** The plan of a text that decides the ambiguity of the conversation's last question differently; null otherwise. */
function redecided(state: IntentState, plan: PlanResult): Partial<IntentState> | null {
  const { run, context, model, question: text } = state;
  if (context === null || state.replyRead !== null) return null;
  const before: IntentState = { ...state, question: context.question, context: null, choices: [] };
  const { locale, today } = run.request;
  const decided = redecidedPlan(plan, {
    text,
    last: context.question,
    locale,
    model,
    today,
    planLast: (choices) => planOf(before, { choices }),
  });
  if (decided === null) return null;
  const { question } = context;
  return { plan: decided.plan, question, restated: question, choices: [decided.choice] };
}

/** The answer to a request to forget habits, which is no question about data. */
function confirmation(locale: 'zh' | 'en'): PlanResult {
  const understood = { type: 'chitchat' as const, confidence: 1, keywords: [], metrics: [] };
  return { kind: 'chitchat', understood, reply: intentMessages.habitsForgotten[locale].trim(), suggestions: [] };
}
