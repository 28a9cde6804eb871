import { endpointKey, endpointModel, endpointUrl } from '@querent/platform';
import { z } from 'zod';

/** Environment of services that compare texts by meaning. */
export const embedderEnv = {
  EMBEDDER: z
    .enum(['local', 'none'])
    .default('local')
    .describe(
      'local: similarity of meaning by the embedder in the package (90 MB); none: unknown words get no proposals, and tables and samples are found by words alone',
    ),
  EMBEDDINGS_BASE_URL: endpointUrl(
    'OpenAI-compatible endpoint of an embedding model, without the ending /embeddings; unset: the embedder in the package',
    '/embeddings',
  ),
  EMBEDDINGS_API_KEY: endpointKey('its key; unset: no Authorization header, which most local servers expect'),
  EMBEDDINGS_MODEL: endpointModel
    .optional()
    .describe(
      'name of its model, which distinguishes stored vectors of different models; unset: the name default, which most servers with a single model accept',
    ),
};

export type EmbedderEnv = z.infer<z.ZodObject<typeof embedderEnv>>;
