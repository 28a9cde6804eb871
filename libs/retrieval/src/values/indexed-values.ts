import { inSlices } from '@querent/platform';
import { namesSteps } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/model';
import { ValueIndex } from './value-index';

const known = new WeakMap<SemanticModel, ValueIndex>();
const building = new WeakMap<SemanticModel, Promise<void>>();

/** The index of a model's values; what of it nobody has made yet is made at once. */
export function valueIndexOf(model: SemanticModel): ValueIndex {
  const index = indexOf(model);
  while (!index.complete) index.steps.next();
  return index;
}

/**
 * Makes the index, and the planner's words beside it, ahead of the first question, in slices between which others have
 * their turn. Resolves when they are there.
 */
export function indexValues(model: SemanticModel): Promise<void> {
  const known =
    building.get(model) ?? inSlices(namesSteps(withRoles(model))).then(() => inSlices(indexOf(model).steps));
  building.set(model, known);
  return known;
}

function indexOf(model: SemanticModel): ValueIndex {
  const index = known.get(model) ?? new ValueIndex(model);
  known.set(model, index);
  return index;
}
