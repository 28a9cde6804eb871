import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { envInteger } from '@querent/platform';
import { z } from 'zod';

/**
 * What the generator reads from its environment beside what every worker does: where models are, and how many questions
 * may wait for them at once.
 */
export const sqlGeneratorEnvSchema = z.object({
  ...llmEnv,
  ...dayTokensEnv,
  LLM_CONCURRENCY: envInteger(16, 1, 1_000, 'questions that wait for a language model at once, in this process'),
});
