import { bootWorker } from '@querent/messaging';
import { executorEnvSchema } from './executor-env';
import { openExecutor } from './open-executor';

void bootWorker({
  service: 'executor',
  about: 'the only door to customers’ data: guards statements, runs them read-only, reads schemas',
  jobs: ['execute', 'executeSlowly', 'explore'],
  env: executorEnvSchema,
  concurrencyOf: ({ EXECUTE_CONCURRENCY, SLOW_CONCURRENCY }) => ({
    execute: EXECUTE_CONCURRENCY,
    executeSlowly: SLOW_CONCURRENCY,
  }),
  open: openExecutor,
});
