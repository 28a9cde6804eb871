import { bootWorker } from '@querent/messaging';
import { chartEnvSchema } from './chart-env';
import { openChart } from './open-chart';

/** Least number of concurrent jobs when a language model words answers: jobs mostly wait for it. */
const MIN_WORDING_CONCURRENCY = 16;

void bootWorker({
  service: 'chart',
  about: 'chooses the chart, words the answer, and stores it in the exact cache and its conversation',
  jobs: ['present'],
  env: chartEnvSchema,

  concurrencyOf: ({ CONCURRENCY, ANSWERS_BY_MODEL }) => ({
    present: ANSWERS_BY_MODEL ? Math.max(CONCURRENCY, MIN_WORDING_CONCURRENCY) : CONCURRENCY,
  }),
  open: openChart,
});
