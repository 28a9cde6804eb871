/** Maximum time between two yields to the event loop. */
const SLICE_MS = 15;

/**
 * Runs many steps in time slices and yields to the event loop between them. Resolves with the iterator's return value.
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
