import { issuerEnv } from '@querent/catalog';
import { envInteger } from '@querent/platform';
import { embedderEnv, vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';

/** What the retrieval worker reads from its environment beside what every worker does. */
export const retrievalEnvSchema = z.object({
  ...embedderEnv,
  ...vectorIndexEnv,
  ...issuerEnv,
  /** What the tables and columns kept for a question may take of a prompt, in tokens, roughly. */
  RETRIEVAL_PROMPT_TOKENS: envInteger(
    8_000,
    500,
    1_000_000,
    'tokens of a prompt that the tables may take; the least relevant columns, then tables, are left out',
  ),
});
