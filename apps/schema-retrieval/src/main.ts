import { bootWorker } from '@querent/messaging';
import { openRetrieval } from './open-retrieval';
import { retrievalEnvSchema } from './retrieval-env';

/** Least number of concurrent jobs when embeddings or vectors come from another server: jobs mostly wait for it. */
const MIN_REMOTE_CONCURRENCY = 8;

void bootWorker({
  service: 'schema-retrieval',
  about: 'finds the tables, stored values and sample questions that are relevant for a question',
  jobs: ['retrieve'],
  env: retrievalEnvSchema,

  concurrencyOf: ({ CONCURRENCY, EMBEDDINGS_BASE_URL, QDRANT_URL }) => ({
    retrieve:
      EMBEDDINGS_BASE_URL === undefined && QDRANT_URL === undefined
        ? CONCURRENCY
        : Math.max(CONCURRENCY, MIN_REMOTE_CONCURRENCY),
  }),
  open: openRetrieval,
});
