import { setImmediate as turn } from 'node:timers/promises';

/** Called between steps of long work: yields to the event loop once the work has held it for too long. */
export type YieldToEventLoop = () => Promise<void> | void;

/** Longest time that the work holds the event loop. */
const HELD_MS = 10;

/** @returns a function that rejects with the signal's reason */
export function eventLoopYielder(signal?: AbortSignal): YieldToEventLoop {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return;
    signal?.throwIfAborted();
    return turn().then(() => {
      since = performance.now();
    });
  };
}
