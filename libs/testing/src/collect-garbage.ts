import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all that nobody holds, twice: what a finaliser lets go of is collected by the second. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 2; times += 1) {
    // Promises of what was just begun still hold it.
    await sleep(20);
    collect();
  }
}
