import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import type { ChatGeneration } from '@langchain/core/outputs';
import { ChatOpenAICompletions } from '@langchain/openai';
import { CallFailure, type TokenUsage } from './call-failure';
import type { ChatEndpoint } from './chat-endpoint';
import type { ChatRequest } from './chat-model';
import { estimateTokens } from '../prompts/estimate-tokens';
import { Exchange } from './exchange';

/** What a request carries that a server may refuse. `max_tokens`: by that name; newer models call it otherwise. */
export type OptionalPart = 'schema' | 'temperature' | 'max_tokens';

export interface Completion {
  text: string;
  /** As the server counts; as we estimate where it does not. */
  usage: TokenUsage;
}

/**
 * One request to `/chat/completions`, through LangChain, without any retry.
 *
 * What was read in and measured of @langchain/openai 1.5.8 (openai 6.49), and how it is met here:
 * - `ChatOpenAI` takes `/responses` for some model names (…codex…, gpt-5.x-pro): `ChatOpenAICompletions` never does.
 * - `invoke` runs through the callback manager, which sends prompts to LangSmith where a variable of the environment
 *   says so:
 *   `_generate` has no callbacks. Tokens are not counted (that would fetch a table from the network), the server
 *   counts.
 * - Key, organisation, project, headers and log level are taken from OPENAI_* variables where not given: all are given,
 *   and
 *   `Exchange` lets only our own headers out.
 * - Its time-out ends at the headers, its retries are two by default: both are off.
 * @throws CallFailure
 */
export async function requestCompletion(
  endpoint: ChatEndpoint,
  request: ChatRequest,
  parts: ReadonlySet<OptionalPart>,
  signal: AbortSignal,
): Promise<Completion> {
  const exchange = new Exchange({ authorized: endpoint.apiKey !== null, signal, fields: fieldsBeside(request, parts) });
  const headers = { 'x-querent-task': request.task, 'x-querent-run': request.runId };
  const messages = [new SystemMessage(request.system), new HumanMessage(request.user)];
  try {
    const { generations, llmOutput } = await openModel(endpoint, request, parts, exchange)._generate(messages, {
      options: { headers },
    });
    return completionOf(generations[0] as ChatGeneration, request, llmOutput?.['tokenUsage']);
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw (
      exchange.failure ??
      new CallFailure(
        'malformed',
        `the reply of the model's server cannot be read (${error instanceof Error ? error.name : typeof error})`,
      )
    );
  }
}

/** The library has a place for these per model only, not per call; it opens no connection of its own. */
function openModel(
  { baseUrl, apiKey, model }: ChatEndpoint,
  { maxTokens }: ChatRequest,
  parts: ReadonlySet<OptionalPart>,
  exchange: Exchange,
): ChatOpenAICompletions {
  return new ChatOpenAICompletions({
    model,
    maxTokens,
    temperature: parts.has('temperature') ? 0 : undefined,
    streaming: false,
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT_MS,
    // It insists on a key; `Exchange` takes it out again.
    apiKey: apiKey ?? 'none',
    configuration: {
      baseURL: baseUrl,
      fetch: exchange.fetch,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'off',
    },
  });
}

/**
 * With a schema that it sees, the library parses the content as JSON and throws where it is none (measured), or where
 * the reply was cut off, without the usage: `Exchange` puts the schema in behind its back.
 */
function fieldsBeside({ schema, maxTokens }: ChatRequest, parts: ReadonlySet<OptionalPart>): Record<string, unknown> {
  const format =
    schema === undefined || !parts.has('schema')
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } };
  return parts.has('max_tokens') ? format : { ...format, max_tokens: undefined, max_completion_tokens: maxTokens };
}

/** Far beyond any time-out of ours. */
const LIBRARY_TIMEOUT_MS = 24 * 3_600_000;

/** @throws CallFailure where there is nothing in it to read */
function completionOf({ message, generationInfo }: ChatGeneration, request: ChatRequest, counted: unknown): Completion {
  const { text } = message;
  const usage = usageOf(counted) ?? {
    promptTokens: estimateTokens(request.system) + estimateTokens(request.user),
    completionTokens: estimateTokens(text),
  };
  const finish: unknown = generationInfo?.['finish_reason'];
  if (finish === 'length')
    throw new CallFailure('cut_off', 'the reply did not fit into its tokens', { status: 200, usage });
  if (finish === 'content_filter')
    throw new CallFailure('refused', 'the model declined to answer', { status: 200, usage });
  if (text.trim() === '') throw new CallFailure('empty', 'the reply of the model is empty', { status: 200, usage });
  return { text, usage };
}

/** Untrusted like the rest of a reply: what is no count is no usage. */
function usageOf(counted: unknown): TokenUsage | null {
  const { promptTokens, completionTokens } = (counted ?? {}) as Record<string, unknown>;
  // The library leaves a zero out.
  const [prompt, completion] = [promptTokens ?? 0, completionTokens ?? 0];
  if (!isCount(prompt) || !isCount(completion) || prompt + completion === 0) return null;
  return { promptTokens: prompt, completionTokens: completion };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
