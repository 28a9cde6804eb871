import { exactCacheEnv, semanticCacheEnv } from '@querent/cache';
import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { envBoolean, envInteger } from '@querent/platform';
import { vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';

/** What the chart worker reads from its environment beside what every worker does. */
export const chartEnvSchema = z.object({
  ...exactCacheEnv,
  ...semanticCacheEnv,
  ...vectorIndexEnv,
  ANSWERS_BY_MODEL: envBoolean(
    false,
    'a language model words the answers of full mode from at most 50 rows; what it claims beyond the result is not used',
  ),
  ANSWER_PATIENCE_MS: envInteger(
    6_000,
    100,
    40_000,
    'an answer is worded by the template where the model needs longer',
  ),
  ...llmEnv,
  ...dayTokensEnv,
});
