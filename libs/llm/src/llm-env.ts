import { endpointKey, endpointModel, endpointUrl, envInteger } from '@querent/platform';
import { z } from 'zod';

const baseUrl = (meaning: string) => endpointUrl(meaning, '/chat/completions');

/** Model name sent to a server with a single model. */
export const ANY_MODEL = 'default';

/** Environment of services that call a language model, all optional: a raw shape for `z.object({ ...llmEnv })`. */
export const llmEnv = {
  LLM_BASE_URL: baseUrl(
    'OpenAI-compatible endpoint of a language model, without the ending /chat/completions; unset: the planner alone',
  ),
  LLM_API_KEY: endpointKey('its key; unset: no Authorization header, which most local servers expect'),
  LLM_MODEL: endpointModel
    .default(ANY_MODEL)
    .describe('name of its model; most servers with a single model accept any name'),
  LLM_TIMEOUT_MS: envInteger(30_000, 50, 280_000, 'time limit of a request to a model'),
  LLM_BUDGET_MS: envInteger(
    90_000,
    100,
    3_600_000,
    'time that a question may spend in requests to models, including the pauses between them',
  ),
  LLM_MAX_CALLS: envInteger(12, 1, 100, 'requests to models that a question may make, including retries'),
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
    'maximum tokens of one prompt; the least relevant parts are left out first',
  ),
  LLM_REPLY_TOKENS: envInteger(
    1_500,
    50,
    100_000,
    'maximum tokens of one reply; a model that writes out its reasoning needs more',
  ),
  LLM_STRUCTURED_OUTPUT: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('whether replies follow a JSON schema: auto requests it until the server refuses, on always, off never'),
  LLM_BREAKER_FAILURES: envInteger(
    5,
    1,
    1_000,
    'consecutive failed requests that open the circuit breaker of the model',
  ),
  LLM_BREAKER_PAUSE_MS: envInteger(15_000, 10, 3_600_000, 'how long the breaker stays open before one trial request'),
  SQL_LLM_BASE_URL: baseUrl('endpoint of a model fine-tuned for SQL; unset: LLM_BASE_URL'),
  SQL_LLM_API_KEY: endpointKey('its key; unset: LLM_API_KEY if the endpoint is the same, otherwise none'),
  SQL_LLM_MODEL: endpointModel
    .optional()
    .describe(
      'name of that model; unset: the name default at SQL_LLM_BASE_URL; if that is unset too, the general model writes SQL',
    ),
};

export type LlmEnv = z.infer<z.ZodObject<typeof llmEnv>>;
