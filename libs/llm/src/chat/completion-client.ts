import { APIConnectionError, APIConnectionTimeoutError, OpenAI } from 'openai';
import { networkErrorCode } from '@querent/platform';
import { CallFailure } from './call-failure';
import type { ChatEndpoint } from './chat-endpoint';
import type { ChatRequest } from './chat-model';
import { type Completion, readCompletion } from './completion-reply';
import { fetchWhole } from './whole-reply';

/** Parts of a request that a server may refuse. `max_tokens`: under that name; newer models use another one. */
export type OptionalPart = 'schema' | 'temperature' | 'max_tokens';

/** Far beyond our own time-outs, because the client's time-out ends at the response headers. */
const LIBRARY_TIMEOUT_MS = 24 * 3_600_000;

/** Client for the `/chat/completions` of one endpoint. Each request is sent once, without retries. */
export class CompletionClient {
  private readonly client: OpenAI;

  constructor(private readonly endpoint: ChatEndpoint) {
    this.client = new PlainClient(endpoint);
  }

  /** @throws CallFailure; if the signal is aborted, the client's own error */
  async request(request: ChatRequest, parts: ReadonlySet<OptionalPart>, signal: AbortSignal): Promise<Completion> {
    const { task, runId, system, user, maxTokens, schema } = request;
    const format = schema === undefined || !parts.has('schema') ? undefined : { ...schema, strict: true };
    const reply: unknown = await this.client.chat.completions
      .create(
        {
          model: this.endpoint.model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          stream: false,
          temperature: parts.has('temperature') ? 0 : undefined,
          ...(parts.has('max_tokens') ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
          response_format: format && { type: 'json_schema', json_schema: format },
        },
        { signal, headers: { 'x-querent-task': task, 'x-querent-run': runId } },
      )
      .catch((error: unknown) => {
        throw failureOf(error);
      });
    return readCompletion(reply, request);
  }
}

/** All headers that are sent; the client would add its version and platform. */
const HEADERS_SENT = ['accept', 'authorization', 'content-type', 'x-querent-task', 'x-querent-run'];

/** The `openai` client without its environment settings, extra headers and retries. */
class PlainClient extends OpenAI {
  constructor({ baseUrl, apiKey }: ChatEndpoint) {
    // No option disables these custom headers, and the constructor throws if one is malformed.
    delete process.env['OPENAI_CUSTOM_HEADERS'];
    super({
      baseURL: baseUrl,
      // The client requires a key; a local server does not.
      apiKey: apiKey ?? 'none',
      defaultHeaders: apiKey === null ? { authorization: null } : {},
      // If omitted, each would be read from an OPENAI_* variable.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: LIBRARY_TIMEOUT_MS,
      fetch: fetchWhole,
      // Prompt and key stay with the server that was configured.
      fetchOptions: { redirect: 'manual' },
    });
  }

  protected override async prepareRequest(request: RequestInit): Promise<void> {
    const all = new Headers(request.headers);
    request.headers = HEADERS_SENT.flatMap((name) => {
      const value = all.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
  }
}

function failureOf(error: unknown): CallFailure {
  if (!(error instanceof APIConnectionError))
    return new CallFailure('malformed', 'the reply of the model’s server is no JSON', { status: 200 });
  if (error.cause instanceof CallFailure) return error.cause;
  // The client keeps no cause for these errors.
  const code = error instanceof APIConnectionTimeoutError ? 'ETIMEDOUT' : networkErrorCode(error.cause);
  return new CallFailure('unreachable', `the model's server cannot be reached (${code})`);
}
