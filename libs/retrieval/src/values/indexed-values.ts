import { inSlices } from '@querent/platform';
import { namesSteps } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/model';
import { ValueIndex } from './value-index';

const known = new WeakMap<SemanticModel, ValueIndex>();
const building = new WeakMap<SemanticModel, Promise<void>>();

/** The index of a model's values; its missing part is built at once. */
export function valueIndexOf(model: SemanticModel): ValueIndex {
  const index = indexOf(model);
  while (!index.complete) index.steps.next();
  return index;
}

/**
 * Builds the index, and the planner's words, before the first question, in slices that yield to the event loop.
 * Resolves when both are built.
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
