import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs two garbage collections. The second one collects the objects that finalisers of the first one released. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let cycle = 0; cycle < 2; cycle += 1) {
    // Promises that are about to settle still hold their values.
    await sleep(20);
    collect();
  }
}
