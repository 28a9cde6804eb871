import type { SemanticModel } from '@querent/semantic';
import { ValueIndex } from './value-index';

/** How long others wait while an index is made. */
const SLICE_MS = 15;

const built = new WeakMap<SemanticModel, ValueIndex>();
const building = new WeakMap<SemanticModel, Promise<void>>();

/** The index of a model's values; made at once where nobody has prepared it. */
export function valueIndexOf(model: SemanticModel): ValueIndex {
  const known = built.get(model);
  if (known !== undefined) return known;
  const steps = ValueIndex.build(model);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  built.set(model, step.value);
  return step.value;
}

/** Makes the index ahead of the first question, in slices between which others have their turn. Resolves when it is there. */
export function indexValues(model: SemanticModel): Promise<void> {
  const known = building.get(model) ?? inSlices(model);
  building.set(model, known);
  return known;
}

async function inSlices(model: SemanticModel): Promise<void> {
  const steps = ValueIndex.build(model);
  for (let since = performance.now(); !built.has(model); ) {
    const step = steps.next();
    if (step.done === true) built.set(model, step.value);
    else if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }
}
