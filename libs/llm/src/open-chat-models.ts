import { EnvError, type Logger } from '@querent/platform';
import type { Registry } from 'prom-client';
import type { ChatEndpoint } from './chat/chat-endpoint';
import type { ChatModel } from './chat/chat-model';
import { EndpointChatModel, type EndpointSettings } from './chat/endpoint-chat-model';
import { createLlmMetrics } from './chat/llm-metrics';
import { type BackoffSettings, DEFAULT_BACKOFF } from './chat/retry-policy';
import type { BudgetLimits } from './chat/run-budget';
import { ANY_MODEL, type LlmEnv } from './llm-env';

export interface ChatModels {
  general: ChatModel;
  /** Writes SQL: the fine-tuned model, or the general one. */
  sql: ChatModel;
  /** Whether SQL_LLM_* configures a separate, fine-tuned model. */
  tuned: boolean;
  /** Limits of each run's `RunBudget`. */
  limits: BudgetLimits;
  /** Maximum tokens of a prompt. */
  promptTokens: number;
  /** Maximum tokens of a reply, the `maxTokens` of requests. */
  answerTokens: number;
  /** Aborts the requests in flight. */
  close(): Promise<void>;
}

/** @param backoff set only by tests */
interface OpenOptions {
  registry: Registry;
  logger: Logger;
  backoff?: BackoffSettings;
}

/**
 * Opens the chat models that the environment configures; null without LLM_BASE_URL. Opens no connection: a model that
 * is down at start-up affects only the runs. Call it once per registry.
 * @throws EnvError with every inconsistent setting
 */
export function openChatModels(
  env: LlmEnv,
  { registry, logger, backoff = DEFAULT_BACKOFF }: OpenOptions,
): ChatModels | null {
  const mistakes = mistakesOf(env);
  if (mistakes.length > 0) throw new EnvError(mistakes);
  if (env.LLM_BASE_URL === undefined) {
    if (env.LLM_MODEL !== ANY_MODEL || env.LLM_API_KEY !== undefined)
      logger.warn('LLM_MODEL or LLM_API_KEY is set, but no LLM_BASE_URL: no language model is used');
    return null;
  }

  const stopping = new AbortController();
  const deps = { metrics: createLlmMetrics(registry), logger, stopping: stopping.signal };
  const settings = settingsOf(env, backoff);
  const general: ChatEndpoint = {
    name: 'general',
    baseUrl: env.LLM_BASE_URL,
    apiKey: env.LLM_API_KEY ?? null,
    model: env.LLM_MODEL,
  };
  const tuned = tunedEndpoint(env, general);
  const generalModel = new EndpointChatModel(general, settings, deps);
  return {
    general: generalModel,
    sql: tuned === null ? generalModel : new EndpointChatModel(tuned, settings, deps),
    tuned: tuned !== null,
    limits: { calls: env.LLM_MAX_CALLS, ms: env.LLM_BUDGET_MS, tokens: env.LLM_MAX_TOKENS },
    promptTokens: env.LLM_PROMPT_TOKENS,
    answerTokens: env.LLM_REPLY_TOKENS,
    close: async () => stopping.abort(new Error('the service stops')),
  };
}

function mistakesOf(env: LlmEnv): { name: string; message: string }[] {
  const mistakes: [keyof LlmEnv, boolean, string][] = [
    [
      'LLM_BASE_URL',
      env.LLM_BASE_URL === undefined && (env.SQL_LLM_BASE_URL ?? env.SQL_LLM_MODEL) !== undefined,
      'is required with SQL_LLM_*: the general model handles the other tasks',
    ],
    [
      'SQL_LLM_API_KEY',
      env.SQL_LLM_API_KEY !== undefined && (env.SQL_LLM_BASE_URL ?? env.SQL_LLM_MODEL) === undefined,
      'is the key of another model: set SQL_LLM_BASE_URL or SQL_LLM_MODEL too',
    ],
  ];
  return mistakes.filter(([, wrong]) => wrong).map(([name, , message]) => ({ name, message }));
}

function settingsOf(env: LlmEnv, backoff: BackoffSettings): EndpointSettings {
  return {
    timeoutMs: Math.min(env.LLM_TIMEOUT_MS, env.LLM_BUDGET_MS),
    structuredOutput: env.LLM_STRUCTURED_OUTPUT,
    breaker: { failures: env.LLM_BREAKER_FAILURES, pauseMs: env.LLM_BREAKER_PAUSE_MS },
    backoff,
  };
}

/** The general key is sent to the general endpoint only: another server must not receive it. */
function tunedEndpoint(env: LlmEnv, general: ChatEndpoint): ChatEndpoint | null {
  if ((env.SQL_LLM_MODEL ?? env.SQL_LLM_BASE_URL) === undefined) return null;
  const baseUrl = env.SQL_LLM_BASE_URL ?? general.baseUrl;
  const inherited = baseUrl === general.baseUrl ? general.apiKey : null;
  return { name: 'sql', baseUrl, apiKey: env.SQL_LLM_API_KEY ?? inherited, model: env.SQL_LLM_MODEL ?? ANY_MODEL };
}
