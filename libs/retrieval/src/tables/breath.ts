import { setImmediate as turn } from 'node:timers/promises';

/** Called between steps of long work: lets others have the event loop once the work has held it for long enough. */
export type Breath = () => Promise<void> | void;

/** A question waits behind so much of it at most. */
const HELD_MS = 10;

/** Rejects with the signal's reason. */
export function breathing(signal?: AbortSignal): Breath {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return;
    signal?.throwIfAborted();
    return turn().then(() => {
      since = performance.now();
    });
  };
}
