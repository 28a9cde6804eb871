import { bootWorker } from '@querent/messaging';
import { executorEnvSchema } from './executor-env';
import { openExecutor } from './open-executor';

void bootWorker({
  service: 'executor',
  about: 'the only service that reaches customers’ databases: guards statements, runs them read-only, reads schemas',
  jobs: ['execute', 'executeSlowly', 'explore'],
  env: executorEnvSchema,
  concurrencyOf: ({ EXECUTE_CONCURRENCY, SLOW_CONCURRENCY }) => ({
    execute: EXECUTE_CONCURRENCY,
    executeSlowly: SLOW_CONCURRENCY,
  }),
  open: openExecutor,
});
