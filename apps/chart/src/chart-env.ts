import { exactCacheEnv, semanticCacheEnv } from '@querent/cache';
import { dayTokensEnv } from '@querent/catalog';
import { llmEnv } from '@querent/llm';
import { envBoolean, envInteger } from '@querent/platform';
import { vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';

/** Environment variables of the chart worker, in addition to those of every worker. */
export const chartEnvSchema = z.object({
  ...exactCacheEnv,
  ...semanticCacheEnv,
  ...vectorIndexEnv,
  ANSWERS_BY_MODEL: envBoolean(
    false,
    'a language model words the answers of full mode from at most 50 rows; a text that claims more than the result shows is discarded',
  ),
  ANSWER_PATIENCE_MS: envInteger(
    6_000,
    100,
    40_000,
    'if the model takes longer than this, the answer is worded by a template',
  ),
  ...llmEnv,
  ...dayTokensEnv,
});
