import { bootWorker } from '@querent/messaging';
import { chartEnvSchema } from './chart-env';
import { openChart } from './open-chart';

const WORDED_AT_ONCE = 16;

void bootWorker({
  service: 'chart',
  about: 'draws and words the answer, and leaves it to the exact cache and its conversation',
  jobs: ['present'],
  env: chartEnvSchema,
  // A model that words answers is waited for.
  concurrencyOf: ({ CONCURRENCY, ANSWERS_BY_MODEL }) => ({
    present: ANSWERS_BY_MODEL ? Math.max(CONCURRENCY, WORDED_AT_ONCE) : CONCURRENCY,
  }),
  open: openChart,
});
