import { embedderEnv, vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';

/** What the retrieval worker reads from its environment beside what every worker does. */
export const retrievalEnvSchema = z.object({
  ...embedderEnv,
  ...vectorIndexEnv,
  /** What the tables and columns kept for a question may take of a prompt, in tokens, roughly. */
  RETRIEVAL_PROMPT_TOKENS: z.coerce.number().int().min(500).default(8_000),
});
