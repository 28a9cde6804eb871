import type { Choice, PlanResult } from '@querent/contracts';
import { principalOf, type HabitBook } from '@querent/memory';
import { habitFor, habitText, isHabitual, offeredFirst } from '../habits/habitual';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import type { RecallDeps } from './recall-node';
import { planOf } from './plan-of';

/** Whether habits apply: a habitual decision would be asked for, or the question's words contain one. */
export const concernsHabits = ({ plan }: IntentState): boolean =>
  plan.kind === 'planned' ? plan.settled.length > 0 : plan.kind === 'ambiguous' && isHabitual(plan.ambiguity);

/**
 * Applies habits instead of asking and discloses them, moves the options chosen last to the front, and records words
 * that contradict a habit. Rejects if Redis is unreachable.
 */
export function habitNode({ habits }: Pick<RecallDeps, 'habits'>) {
  return async (state: IntentState): Promise<Partial<IntentState>> => {
    const { run, asked } = state;
    const book = await habits.of(principalOf(run));
    const learned: Choice[] = [];
    const texts: string[] = [];
    let plan = state.plan;
    while (plan.kind === 'ambiguous') {
      const { ambiguity } = plan;
      const choice =
        asked.includes(ambiguity.key) || learned.some(({ key }) => key === ambiguity.key)
          ? null
          : habitFor(ambiguity, book);
      if (choice === null) break;
      learned.push(choice);
      texts.push(habitText(ambiguity, choice, run.request.locale));
      plan = planOf(state, { choices: [...state.choices, ...learned] });
    }
    if (plan.kind === 'planned')
      await habits.applyWording(principalOf(run), plan.settled, { runId: run.id, at: run.createdAt });
    return {
      plan: withHabits(plan, book, texts),
      choices: [...state.choices, ...learned],
      learned,
      notes: [
        ...state.notes,
        ...texts.map((text) => ({ kind: 'habit', message: `${intentMessages.habitTaken[run.request.locale]}${text}` })),
      ],
    };
  };
}

function withHabits(plan: PlanResult, book: HabitBook, texts: string[]): PlanResult {
  if (plan.kind === 'planned') return { ...plan, disclosures: [...texts, ...plan.disclosures] };
  return plan.kind === 'ambiguous' ? { ...plan, ambiguity: offeredFirst(plan.ambiguity, book) } : plan;
}
