import type { Ambiguity, PlanResult } from '@querent/contracts';
import type { PlanInput } from './plan-input';

type Asked = Extract<PlanResult, { kind: 'ambiguous' }>;
type Plan = (input: PlanInput) => PlanResult;

/** What is asked first when several things are open: what the question is about, then the figure, the value, the rest. */
const RANK: Record<Ambiguity['trigger'], number> = {
  unknown_term: 0, too_vague: 1, ambiguous_metric: 2, ambiguous_term: 2, ambiguous_value: 3, missing_filter: 4, too_expensive: 5, sql_execution_error: 6,
};

/** More open decisions than a run has pauses are not looked for. */
const DEPTH = 4;

/**
 * Looks past the ambiguity that planning met first, as if its best option were chosen: a more decisive one behind it is
 * asked first, options that lead nowhere are left out, and a question that no option can make answerable is refused
 * at once rather than after the reply.
 */
export function mostDecisive(plan: Plan, input: PlanInput, first: Asked): PlanResult {
  const choices = [...input.choices];
  let [best, here]: [Asked, PlanResult] = [first, first];
  for (let depth = 0; depth < DEPTH && here.kind === 'ambiguous'; depth++) {
    const { key, options } = here.ambiguity;
    if (choices.some((choice) => choice.key === key)) break;
    choices.push({ key, value: options[0]?.value ?? '' });
    here = plan({ ...input, choices });
    if (here.kind === 'ambiguous' && RANK[here.ambiguity.trigger] < RANK[best.ambiguity.trigger]) best = here;
  }
  const guessed = here.kind === 'planned' && best.ambiguity.trigger !== 'too_vague' ? here.understood.type : best.understood.type;
  const passable = withoutDeadEnds(plan, input, best);
  return passable.kind === 'ambiguous' ? { ...passable, understood: { ...passable.understood, type: guessed } } : passable;
}

function withoutDeadEnds(plan: Plan, input: PlanInput, asked: Asked): PlanResult {
  const { ambiguity } = asked;
  const outcomes = ambiguity.options.map((option) => plan({ ...input, choices: [...input.choices, { key: ambiguity.key, value: option.value }] }));
  const leads = ambiguity.options.map((_, at) => outcomes[at]?.kind !== 'unsupported');
  const [dead] = outcomes;
  if (!leads.includes(true) && dead) return dead;
  // To leave the word out stays on offer: it is the way to be told what else is missing.
  const open = ambiguity.options.filter(({ value }, at) => leads[at] || value === 'ignore');
  if (open.length < 2 || open.length === ambiguity.options.length) return asked;
  return { ...asked, ambiguity: { ...ambiguity, options: open.map((option, at) => ({ ...option, id: String(at + 1) })) } };
}
