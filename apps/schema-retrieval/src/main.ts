import { bootWorker } from '@querent/messaging';
import { openRetrieval } from './open-retrieval';
import { retrievalEnvSchema } from './retrieval-env';

const EMBEDDED_AT_ONCE = 8;

void bootWorker({
  service: 'schema-retrieval',
  about: 'finds the tables, stored values and sample questions that matter for a question',
  jobs: ['retrieve'],
  env: retrievalEnvSchema,
  // An endpoint's embeddings, and Qdrant, are waited for.
  concurrencyOf: ({ CONCURRENCY, EMBEDDINGS_BASE_URL, QDRANT_URL }) => ({
    retrieve:
      EMBEDDINGS_BASE_URL === undefined && QDRANT_URL === undefined
        ? CONCURRENCY
        : Math.max(CONCURRENCY, EMBEDDED_AT_ONCE),
  }),
  open: openRetrieval,
});
