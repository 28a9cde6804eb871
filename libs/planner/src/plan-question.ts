import type { PlanResult } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import { openNames } from '@querent/lexicon';
import {
  type PlanInput,
  planQuestion as planInSteps,
  usesReservedWords as usesReservedInSteps,
} from '@querent/semantic';
import { readQuestion } from './read-question';

const isNew = process.env['QUERENT_PLANNER'] === 'new';

/** What reads the questions of the product. `QUERENT_PLANNER=new` lets `readQuestion` do it, for measurements. */
export const planQuestion: (input: PlanInput) => PlanResult = isNew ? readQuestion : planInSteps;

/** Whether a question uses the name of something that is not set up correctly: no language model can answer it either. */
export const usesReservedWords: (input: PlanInput) => boolean = isNew ? namesReserved : usesReservedInSteps;

function namesReserved({ question, model }: PlanInput): boolean {
  if (model.reserved === undefined) return false;
  const units = openNames(model).unitsIn(normalizeQuestion(question));
  return units.some(({ meaning }) => meaning.type === 'reserved');
}
