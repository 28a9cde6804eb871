import type { PlanResult } from '@querent/contracts';
import { readQuestion } from '@querent/planner';
import { interpretReply, planQuestion, type PlanInput } from '@querent/semantic';

/** One way to read questions, and the replies to what it asks back. Pure. */
export interface Planner {
  plan: (input: PlanInput) => PlanResult;
  interpret: typeof interpretReply;
}

/** By the name that `--planner` takes. */
export const planners: Readonly<Record<string, Planner>> = {
  old: { plan: planQuestion, interpret: interpretReply },
  new: { plan: readQuestion, interpret: interpretReply },
};

export const DEFAULT_PLANNER = 'old';
