import type { Choice, PlanResult, Proposal } from '@querent/contracts';
import { planQuestion } from '@querent/semantic';
import type { IntentState } from '../intent-state';

/** What the planner makes of the question as it stands, with other choices or words where given. */
export function planOf(state: IntentState, over: { question?: string; choices?: Choice[]; proposals?: Proposal[] } = {}): PlanResult {
  const { locale, today, timezone } = state.run.request;
  return planQuestion({
    question: over.question ?? state.question,
    choices: over.choices ?? state.choices,
    proposals: over.proposals ?? state.proposals,
    context: state.context?.query ?? null,
    defaults: state.defaults,
    locale, today, timezone,
    model: state.model,
  });
}
