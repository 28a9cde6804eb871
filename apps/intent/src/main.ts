import { bootWorker } from '@querent/messaging';
import { intentEnvSchema } from './intent-env';
import { openIntent } from './open-intent';

const EMBEDDED_AT_ONCE = 8;

void bootWorker({
  service: 'intent',
  about: 'reads questions into semantic queries, and asks back where they are not clear',
  jobs: ['understand'],
  env: intentEnvSchema,
  // An endpoint's embeddings, and Qdrant, are waited for.
  concurrencyOf: ({ CONCURRENCY, EMBEDDINGS_BASE_URL, QDRANT_URL }) => ({
    understand:
      EMBEDDINGS_BASE_URL === undefined && QDRANT_URL === undefined
        ? CONCURRENCY
        : Math.max(CONCURRENCY, EMBEDDED_AT_ONCE),
  }),
  // Of the queues behind: those of `reason` and `executeSlowly` wait for models and databases, and nobody else has to
  // wait for them.
  downstreamLimitOf: ({ BACK_PRESSURE }) => ({
    jobs: ['retrieve', 'generate', 'execute', 'present'],
    perJob: BACK_PRESSURE,
  }),
  open: openIntent,
});
