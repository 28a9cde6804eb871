import { normalizeQuestion } from '@querent/language';
import { namesSteps, openNames } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/model';
import { likelySteps } from './answers/asks/likely-parts';
import { reservedWord } from './answers/refusal';
import type { PlanInput } from './plan-input';
import { factsFor } from '@querent/reading';

export { askedKind as kindOf } from './asked-kind';
export { readQuestion as planQuestion } from './read-question';
export { readReply as interpretReply } from './replies/read-reply';
export { isContinuation } from '@querent/follow-ups';

/** Builds the lexicon of a model in steps of a few milliseconds. The first question builds what remains. */
export function* wordsSteps(model: SemanticModel): Generator<void> {
  const named = withRoles(model);
  yield* namesSteps(named);
  yield* likelySteps(factsFor(named));
}

/** Whether a question names something that is not set up correctly. A language model could not answer it either. */
export function usesReservedWords({ question, model }: PlanInput): boolean {
  if (model.reserved === undefined) return false;
  const units = openNames(withRoles(model)).unitsIn(normalizeQuestion(question));
  return reservedWord(units) !== undefined;
}
