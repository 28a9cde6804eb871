import { concernsHabits as planConcernsHabits, decidedByHabits, principalOf } from '@querent/memory';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import type { RecallDeps } from './recall-node';
import { planOf } from './plan-of';

export const concernsHabits = ({ plan }: IntentState): boolean => planConcernsHabits(plan);

/**
 * Applies habits instead of asking and discloses them, moves the options chosen last to the front, and records words
 * that contradict a habit. Rejects if Redis is unreachable.
 */
export function habitNode({ habits }: Pick<RecallDeps, 'habits'>) {
  return async (state: IntentState): Promise<Partial<IntentState>> => {
    const { run, asked } = state;
    const { locale } = run.request;
    const { plan, learned, texts } = decidedByHabits(state.plan, {
      book: await habits.of(principalOf(run)),
      locale,
      asked,
      replan: (more) => planOf(state, { choices: [...state.choices, ...more] }),
    });
    if (plan.kind === 'planned')
      await habits.applyWording(principalOf(run), plan.settled, { runId: run.id, at: run.createdAt });
    return {
      plan,
      choices: [...state.choices, ...learned],
      learned,
      notes: [
        ...state.notes,
        ...texts.map((text) => ({ kind: 'habit', message: `${intentMessages.habitTaken[locale]}${text}` })),
      ],
    };
  };
}
