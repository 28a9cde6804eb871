/**
 * Waits for work at most `ms`; what comes of it later is ignored, a rejection too.
 * @throws what `late` makes
 */
export function settledWithin<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Waits for work at most `graceMs` after a signal has fired; what comes of it later is ignored, a rejection too.
 * @throws the signal's reason, when the work did not end by itself
 */
export function settledSoonAfter<T>(
  signal: AbortSignal,
  graceMs: number,
  work: Promise<T>,
  onGivenUp: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => {
        onGivenUp();
        reject(signal.reason as Error);
      }, graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  });
}
