import type { PlanResult } from '@querent/contracts';
import { type PlanInput, planQuestion as planInSteps } from '@querent/semantic';
import { readQuestion } from './read-question';

/** What reads the questions of the product. `QUERENT_PLANNER=new` lets `readQuestion` do it, for measurements. */
export const planQuestion: (input: PlanInput) => PlanResult =
  process.env['QUERENT_PLANNER'] === 'new' ? readQuestion : planInSteps;
