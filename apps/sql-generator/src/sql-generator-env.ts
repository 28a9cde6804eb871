import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { envInteger } from '@querent/platform';
import { z } from 'zod';

/**
 * Environment variables of the generator, in addition to those of every worker: language models and the limit of
 * concurrent calls.
 */
export const sqlGeneratorEnvSchema = z.object({
  ...llmEnv,
  ...dayTokensEnv,
  LLM_CONCURRENCY: envInteger(
    16,
    1,
    1_000,
    'questions of this process that may wait for a language model concurrently',
  ),
});
