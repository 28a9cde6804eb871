import { normalizeQuestion } from '@querent/language';
import { namesSteps, openNames } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/semantic';
import { reservedWord } from './answers/refusal';
import type { PlanInput } from './plan-input';

export { askedKind as kindOf } from './answers/asked-kind';
export { readQuestion as planQuestion } from './read-question';
export { readReply as interpretReply } from './replies/read-reply';
export { goesOn as isContinuation } from './turns/goes-on';

/** Builds the words of a model in steps of a few milliseconds; what is left of them is built by the first question. */
export const wordsSteps = (model: SemanticModel): Generator<void> => namesSteps(withRoles(model));

/** Whether a question uses the name of something that is not set up correctly: no language model can answer it either. */
export function usesReservedWords({ question, model }: PlanInput): boolean {
  if (model.reserved === undefined) return false;
  const units = openNames(withRoles(model)).unitsIn(normalizeQuestion(question));
  return reservedWord(units) !== undefined;
}
