import type { PlanResult } from '@querent/contracts';
import { isContinuation } from '@querent/planner';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { decidedOtherwise } from './decided-otherwise';
import { planOf } from './plan-of';

/**
 * Reads the question. A reply that picked nothing is tried as an addition to it, and counts where all is clear with it;
 * words that are no question may decide anew what the question before was read as.
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
  if (state.context !== null && state.context.query === null && isTurn(state)) return { plan, goesOnFromModel: true };
  return decidedOtherwise(state, plan) ?? { plan };
}

/** In the asker's own words: a reply picked something, or put another question. */
const isTurn = (state: IntentState): boolean => state.restated === null && isContinuation(state.question, state.model);

/** Forgetting is no question about data: it is answered as talk. */
function confirmation(locale: 'zh' | 'en'): PlanResult {
  const understood = { type: 'chitchat' as const, confidence: 1, keywords: [], metrics: [] };
  return { kind: 'chitchat', understood, reply: intentMessages.habitsForgotten[locale].trim(), suggestions: [] };
}
