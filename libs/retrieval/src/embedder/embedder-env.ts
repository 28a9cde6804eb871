import { endpointKey, endpointModel, endpointUrl } from '@querent/platform';
import { z } from 'zod';

/** Environment of services that compare texts by meaning. */
export const embedderEnv = {
  EMBEDDER: z
    .enum(['local', 'none'])
    .default('local')
    .describe(
      'likeness of meaning by the embedder in the package (90 MB); none: unknown words find no proposals, tables and samples are found by their words alone',
    ),
  EMBEDDINGS_BASE_URL: endpointUrl(
    'OpenAI-compatible endpoint of an embedding model, up to and without /embeddings, used in place of the embedder in the package; unset: that one',
    '/embeddings',
  ),
  EMBEDDINGS_API_KEY: endpointKey('its key; unset: no Authorization header, as local servers like it'),
  EMBEDDINGS_MODEL: endpointModel
    .optional()
    .describe(
      'name of its model, which distinguishes stored vectors of different models; unset: default, which servers with one model mostly take',
    ),
};

export type EmbedderEnv = z.infer<z.ZodObject<typeof embedderEnv>>;
