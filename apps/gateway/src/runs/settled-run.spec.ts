import type { Run } from '@querent/contracts';
import { collectGarbage } from '@querent/testing';
import { settledRun } from './settled-run';

it('waits for a run no longer than requested, even after garbage collection', async () => {
  const run = { id: 'q1', status: 'queued' } as Run;
  const services = {
    store: { statusOf: async () => 'queued', get: async () => run },
    watch: { watch: () => () => undefined },
    draining: { signal: new AbortController().signal },
  } as unknown as Parameters<typeof settledRun>[0];
  const waiting = settledRun(services, run, 400, new AbortController().signal);
  await collectGarbage();
  // If the wait hangs, Jest's own time limit fails the test.
  expect(await waiting).toBe(run);
});
