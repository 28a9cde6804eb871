import { normalizeQuestion } from '@querent/language';
import { openNames } from '@querent/lexicon';
import { withRoles } from '@querent/model';
import { reservedWord } from './answers/refusal';
import type { PlanInput } from './plan-input';

/** Whether a question names something that is not set up correctly. A language model could not answer it either. */
export function usesReservedWords({ question, model }: PlanInput): boolean {
  if (model.reserved === undefined) return false;
  const units = openNames(withRoles(model)).unitsIn(normalizeQuestion(question));
  return reservedWord(units) !== undefined;
}
