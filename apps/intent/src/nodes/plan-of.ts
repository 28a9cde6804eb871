import { RememberedResults } from '@querent/cache';
import type { Choice, PlanResult, Proposal } from '@querent/contracts';
import { type PlanInput, planQuestion } from '@querent/planner';
import { civilDaysOf } from '@querent/model';
import type { IntentState } from '../intent-state';

/** Plans that a process keeps, some kilobytes each. */
const MOST = 500;

/**
 * A plan follows from its input alone. The same words are asked again and again, in conversations and where an answer
 * must be computed anew.
 */
const plans = new RememberedResults<PlanResult>(MOST);

/** What the planner makes of the question as it stands, with other choices or words where given. */
export function planOf(state: IntentState, over: Over = {}): PlanResult {
  const { model, ...inputs } = inputOf(state, over);
  return plans.of(model, inputs, () => planQuestion({ ...inputs, model }));
}

interface Over {
  question?: string;
  choices?: Choice[];
  proposals?: Proposal[];
}

/** The question as it stands, for the planner. */
export function inputOf(state: IntentState, over: Over = {}): PlanInput {
  return {
    question: over.question ?? state.question,
    choices: over.choices ?? state.choices,
    proposals: over.proposals ?? state.proposals,
    context: state.context?.query ?? null,
    defaults: state.defaults,
    locale: state.run.request.locale,
    ...civilDaysOf(state.run, state.model),
    model: state.model,
  };
}
