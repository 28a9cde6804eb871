import type { Choice, PlanResult, Proposal } from '@querent/contracts';
import { planQuestion, type PlanInput } from '@querent/semantic';
import type { IntentState } from '../intent-state';

/** What the planner makes of the question as it stands, with other choices or words where given. */
export const planOf = (state: IntentState, over: Over = {}): PlanResult => planQuestion(inputOf(state, over));

interface Over {
  question?: string;
  choices?: Choice[];
  proposals?: Proposal[];
}

/** The question as it stands, for the planner. */
export function inputOf(state: IntentState, over: Over = {}): PlanInput {
  const { locale, today, timezone } = state.run.request;
  return {
    question: over.question ?? state.question,
    choices: over.choices ?? state.choices,
    proposals: over.proposals ?? state.proposals,
    context: state.context?.query ?? null,
    defaults: state.defaults,
    locale, today, timezone,
    model: state.model,
  };
}
