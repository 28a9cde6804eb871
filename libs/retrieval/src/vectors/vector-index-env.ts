import { endpointKey, endpointUrl } from '@querent/platform';
import type { z } from 'zod';

/** Environment of services that store vectors. */
export const vectorIndexEnv = {
  QDRANT_URL: endpointUrl(
    'Qdrant that holds the vectors of questions, tables, columns and samples; unset: Redis holds them, and each worker searches a copy',
  ),
  QDRANT_API_KEY: endpointKey('its key; unset: none is sent'),
};

export type VectorIndexEnv = z.infer<z.ZodObject<typeof vectorIndexEnv>>;
