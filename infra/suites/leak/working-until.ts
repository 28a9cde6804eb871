export interface Stages {
  work(): Promise<void>;
}

/** Lets the stages, which work only when they are called, work until the promise settles, which may wait for them. */
export async function workingUntil<T>(stages: Stages, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => (isSettled = true));
  // A rejection reaches the caller below, after the last portion of work.
  settled.catch(() => undefined);
  while (!isSettled) await Promise.all([stages.work(), new Promise((resolve) => setTimeout(resolve, 5))]);
  return settled;
}
