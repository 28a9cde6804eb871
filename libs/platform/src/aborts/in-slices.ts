/** How long others wait while something is made. */
const SLICE_MS = 15;

/**
 * Runs steps that take long together in slices, between which others have their turn. Resolves with what they return
 * when there are no more.
 */
export async function inSlices<T>(steps: Iterator<void, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since <= SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
