import type { PlanResult } from '@querent/contracts';
import { provideSenses } from '@querent/lexicon';
import { readQuestion, readReply } from '@querent/planner';
import { readSenses } from '@querent/retrieval';
import { interpretReply, planQuestion, type PlanInput } from '@querent/semantic';

provideSenses(readSenses);

/** One way to read questions, and the replies to what it asks back. Pure. */
export interface Planner {
  plan: (input: PlanInput) => PlanResult;
  interpret: typeof interpretReply;
}

/** By the name that `--planner` takes. */
export const planners = {
  old: { plan: planQuestion, interpret: interpretReply },
  new: { plan: readQuestion, interpret: readReply },
};

export type PlannerName = keyof typeof planners;
export const DEFAULT_PLANNER: PlannerName = 'old';
export const isPlannerName = (name: string): name is PlannerName => Object.hasOwn(planners, name);
