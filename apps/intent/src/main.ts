import { bootWorker } from '@querent/messaging';
import { intentEnvSchema } from './intent-env';
import { openIntent } from './open-intent';

/** Least number of concurrent jobs when embeddings or vectors come from another server: jobs mostly wait for it. */
const MIN_REMOTE_CONCURRENCY = 8;

void bootWorker({
  service: 'intent',
  about: 'translates questions to semantic queries, and asks for clarification where they are ambiguous',
  jobs: ['understand'],
  env: intentEnvSchema,

  concurrencyOf: ({ CONCURRENCY, EMBEDDINGS_BASE_URL, QDRANT_URL }) => ({
    understand:
      EMBEDDINGS_BASE_URL === undefined && QDRANT_URL === undefined
        ? CONCURRENCY
        : Math.max(CONCURRENCY, MIN_REMOTE_CONCURRENCY),
  }),
  // Without `reason` and `executeSlowly`: their jobs wait for language models and slow statements, which must not hold
  // back other questions.
  downstreamLimitOf: ({ BACK_PRESSURE }) => ({
    jobs: ['retrieve', 'generate', 'execute', 'present'],
    perJob: BACK_PRESSURE,
  }),
  open: openIntent,
});
