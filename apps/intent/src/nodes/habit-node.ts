import type { Choice, PlanResult } from '@querent/contracts';
import { principalOf, type HabitBook } from '@querent/memory';
import { habitFor, habitText, isHabitual, offeredFirst } from '../habits/habitual';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import type { RecallDeps } from './recall-node';
import { planOf } from './plan-of';

/**
 * Whether habits have a say: something habitual would be asked, or the question's own words decided what is usually
 * asked.
 */
export const concernsHabits = ({ plan }: IntentState): boolean =>
  plan.kind === 'planned' ? plan.settled.length > 0 : plan.kind === 'ambiguous' && isHabitual(plan.ambiguity);

/**
 * Takes what the asker always chooses instead of asking, and says so; offers first what was chosen last; and takes note
 * of words that decide against a habit. Rejects when Redis is away.
 */
export function habitNode({ habits }: Pick<RecallDeps, 'habits'>) {
  return async (state: IntentState): Promise<Partial<IntentState>> => {
    const { run, asked } = state;
    const book = await habits.of(principalOf(run));
    const learned: Choice[] = [];
    const said: string[] = [];
    let plan = state.plan;
    while (plan.kind === 'ambiguous') {
      const { ambiguity } = plan;
      const choice =
        asked.includes(ambiguity.key) || learned.some(({ key }) => key === ambiguity.key)
          ? null
          : habitFor(ambiguity, book);
      if (choice === null) break;
      learned.push(choice);
      said.push(habitText(ambiguity, choice, run.request.locale));
      plan = planOf(state, { choices: [...state.choices, ...learned] });
    }
    if (plan.kind === 'planned')
      await habits.applyWording(principalOf(run), plan.settled, { runId: run.id, at: run.createdAt });
    return {
      plan: withHabits(plan, book, said),
      choices: [...state.choices, ...learned],
      learned,
      notes: [
        ...state.notes,
        ...said.map((text) => ({ kind: 'habit', message: `${intentMessages.habitTaken[run.request.locale]}${text}` })),
      ],
    };
  };
}

function withHabits(plan: PlanResult, book: HabitBook, said: string[]): PlanResult {
  if (plan.kind === 'planned') return { ...plan, disclosures: [...said, ...plan.disclosures] };
  return plan.kind === 'ambiguous' ? { ...plan, ambiguity: offeredFirst(plan.ambiguity, book) } : plan;
}
