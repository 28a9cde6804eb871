import { RememberedResults } from '@querent/cache';
import type { Choice, PlanResult, Proposal } from '@querent/contracts';
import { type PlanInput, planQuestion } from '@querent/planner';
import { civilDaysOf } from '@querent/model';
import type { IntentState } from '../intent-state';

/** Plans that a process keeps in memory, some kilobytes each. */
const MAX_PLANS = 500;

/** A plan depends only on its input, and the same questions recur, for instance in conversations. */
const plans = new RememberedResults<PlanResult>(MAX_PLANS);

/** Plans the current question, with other words, choices or proposals if given. */
export function planOf(state: IntentState, over: Over = {}): PlanResult {
  const { model, ...inputs } = inputOf(state, over);
  return plans.of(model, inputs, () => planQuestion({ ...inputs, model }));
}

interface Over {
  question?: string;
  choices?: Choice[];
  proposals?: Proposal[];
}

/** The planner's input for the current question. */
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
