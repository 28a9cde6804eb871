import { endpointKey, endpointModel, endpointUrl, envInteger } from '@querent/platform';
import { z } from 'zod';

const baseUrl = (meaning: string) => endpointUrl(meaning, '/chat/completions');

/** Model name sent to a server with a single model. */
export const ANY_MODEL = 'default';

/** Environment of services that call a language model, all optional: a raw shape for `z.object({ ...llmEnv })`. */
export const llmEnv = {
  LLM_BASE_URL: baseUrl(
    'OpenAI-compatible endpoint of a language model, up to and without /chat/completions; unset: the planner alone',
  ),
  LLM_API_KEY: endpointKey('its key; unset: no Authorization header, as local servers like it'),
  LLM_MODEL: endpointModel
    .default(ANY_MODEL)
    .describe('name of its model; servers that hold only one mostly take any name'),
  LLM_TIMEOUT_MS: envInteger(30_000, 50, 280_000, 'time limit of a request to a model'),
  LLM_BUDGET_MS: envInteger(
    90_000,
    100,
    3_600_000,
    'time that a question may spend in requests to models, the pauses between them included',
  ),
  LLM_MAX_CALLS: envInteger(12, 1, 100, 'requests to models that a question may make, repeated ones included'),
  LLM_MAX_TOKENS: envInteger(
    60_000,
    100,
    10_000_000,
    'tokens of prompts and replies together that a question may use; the default is eight calls of full size',
  ),
  LLM_PROMPT_TOKENS: envInteger(
    6_000,
    2_500,
    1_000_000,
    'tokens of one prompt at most; what matters least is left out first',
  ),
  LLM_REPLY_TOKENS: envInteger(1_500, 50, 100_000, 'tokens of one reply at most; a model that thinks aloud needs more'),
  LLM_STRUCTURED_OUTPUT: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('replies by a JSON schema: auto asks for it until the server refuses, on always, off never'),
  LLM_BREAKER_FAILURES: envInteger(
    5,
    1,
    1_000,
    'consecutive failed requests that open the circuit breaker of the model',
  ),
  LLM_BREAKER_PAUSE_MS: envInteger(15_000, 10, 3_600_000, 'how long the breaker stays open before one trial request'),
  SQL_LLM_BASE_URL: baseUrl('endpoint of a model fine-tuned for SQL; unset: LLM_BASE_URL'),
  SQL_LLM_API_KEY: endpointKey('its key; unset: LLM_API_KEY at the same endpoint, none at another'),
  SQL_LLM_MODEL: endpointModel
    .optional()
    .describe('name of that model; unset: the general model writes SQL too, but for another endpoint'),
};

export type LlmEnv = z.infer<z.ZodObject<typeof llmEnv>>;
