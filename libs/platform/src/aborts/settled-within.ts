/**
 * Waits for work at most `ms`; a later result or rejection is ignored.
 * @throws the error that `late` creates
 */
export function settledWithin<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Waits for work at most `graceMs` after a signal has fired; a later result or rejection is ignored.
 * @throws the signal's reason, if the work did not end in time
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
