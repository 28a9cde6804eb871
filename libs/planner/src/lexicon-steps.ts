import { namesSteps } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/model';
import { factsFor } from '@querent/reading';
import { likelySteps } from './answers/asks/likely-parts';

/** Builds the lexicon of a model in steps of a few milliseconds. The first question builds what remains. */
export function* lexiconSteps(model: SemanticModel): Generator<void> {
  const named = withRoles(model);
  yield* namesSteps(named);
  yield* likelySteps(factsFor(named));
}
