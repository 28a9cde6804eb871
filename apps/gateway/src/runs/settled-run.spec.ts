import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Run } from '@querent/contracts';
import { settledRun } from './settled-run';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('waits for a run no longer than was asked, whatever was collected meanwhile', async () => {
  const run = { id: 'q1', status: 'queued' } as Run;
  const services = {
    store: { statusOf: async () => 'queued', get: async () => run },
    watch: { watch: () => () => undefined },
    draining: { signal: new AbortController().signal },
  } as unknown as Parameters<typeof settledRun>[0];
  const waiting = settledRun(services, run, 400, new AbortController().signal);
  await sleep(50);
  collectGarbage();
  await sleep(50);
  collectGarbage();
  expect(await Promise.race([waiting, sleep(3_000, 'it hangs', { ref: false })])).toBe(run);
});
