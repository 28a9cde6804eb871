/** How long others wait while something is made. */
const SLICE_MS = 15;

/** Runs steps that take long together in slices, between which others have their turn. Resolves when there are no more. */
export async function inSlices(steps: Iterator<void>): Promise<void> {
  let since = performance.now();
  while (steps.next().done !== true) {
    if (performance.now() - since <= SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
