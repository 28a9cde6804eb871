import { z } from 'zod';

/** The environment of services that look for likeness of meaning. */
export const embedderEnv = {
  EMBEDDER: z.enum(['local', 'none']).default('local').describe('likeness of meaning by the embedder in the package (150 MB); none: unknown words find no proposals, tables and samples are found by their words alone'),
};
