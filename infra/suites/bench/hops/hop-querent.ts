import { z } from 'zod';
import { jobKeys, jobs, type OutcomeEvent, type JobKey, type StageFunction, type StageName } from '@querent/contracts';
import { createWorker, workerEnvSchema } from '@querent/messaging';
import { endWithParent } from './child-program';

/** One service of the product with a stage that does nothing, to measure everything around the stage. */
const events: Record<JobKey, OutcomeEvent> = {
  understand: 'unplanned',
  retrieve: 'retrieved',
  generate: 'generated',
  execute: 'executed',
  executeSlowly: 'executed',
  explore: 'explored',
  reason: 'generated',
  present: 'presented',
};

async function main(): Promise<void> {
  endWithParent();
  const job = jobKeys.find((key) => key === process.argv[2]);
  if (job === undefined) throw new Error(`Which job? One of ${jobKeys.join(', ')}`);
  const env = workerEnvSchema.parse({
    ...process.env,
    LOG_LEVEL: 'error',
    CONCURRENCY: process.env['CONCURRENCY'] ?? '16',
  });
  await createWorker(
    {
      service: jobs[job].queue as StageName,
      about: 'does nothing',
      jobs: [job],
      env: z.object({}),
      open: async () => ({
        stages: Object.fromEntries<StageFunction>([
          [job, async () => ({ event: events[job], patch: {}, steps: [] })],
        ]) as Record<JobKey, StageFunction>,
        close: async () => undefined,
      }),
    },
    env,
  );
  process.send?.('ready');
}

void main();
