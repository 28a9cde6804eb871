import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { type LlmRequest, Script, type ScriptedReply, type ScriptStep } from './script';
import { errorBody, sendReply } from './send-reply';

/** A request whose client disconnected before the reply was complete. */
export interface ClosedSocket {
  request: LlmRequest;
  /** Milliseconds since 1970. */
  at: number;
}

/** An OpenAI-compatible HTTP server on 127.0.0.1 whose replies follow a script. */
export interface ScriptedLlm {
  /** Value for `LLM_BASE_URL`; ends in `/v1`. */
  readonly url: string;
  /** All chat requests so far, oldest first. */
  readonly requests: LlmRequest[];
  /** Requests that no step of the script matched. They were answered with status 500. */
  readonly unexpected: LlmRequest[];
  readonly closedSockets: ClosedSocket[];
  /** Number of requests whose reply is incomplete and whose client is still connected. */
  readonly underWay: number;
  /** Replaces the rest of the script. */
  script(steps: readonly ScriptStep[]): void;
  /** Stops the server and drops pending requests. */
  stop(): Promise<void>;
}

/**
 * Starts the server. It serves `POST /v1/chat/completions` by the script, and `GET /v1/models`.
 * @param options.port a free port, for example the one of a stopped server. Default: any free port
 */
export async function startScriptedLlm(
  steps: readonly ScriptStep[] = [],
  { port = 0 }: { port?: number } = {},
): Promise<ScriptedLlm> {
  const llm = new ScriptedServer(steps);
  await llm.start(port);
  return llm;
}

class ScriptedServer implements ScriptedLlm {
  url = '';
  readonly requests: LlmRequest[] = [];
  readonly unexpected: LlmRequest[] = [];
  readonly closedSockets: ClosedSocket[] = [];
  underWay = 0;
  /** Replies that the script cuts off. */
  private readonly cutOff = new WeakSet<ServerResponse>();
  private steps: Script;
  private readonly stopping = new AbortController();
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  constructor(steps: readonly ScriptStep[]) {
    this.steps = new Script(steps);
  }

  script(steps: readonly ScriptStep[]): void {
    this.steps = new Script(steps);
  }

  async start(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
    // A test that forgot to stop the server must still end.
    this.server.unref();
  }

  async stop(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.stopping.abort();
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url ?? '/', 'http://scripted');
    const route = `${incoming.method} ${pathname}`;
    if (route === 'GET /v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'scripted' }],
      });
    if (route !== 'POST /v1/chat/completions')
      return sendJson(response, 404, errorBody(`the scripted model does not serve ${route}`));
    const request = await readRequest(incoming);
    if (request === null) return sendJson(response, 400, errorBody('the body is not a JSON object'));
    this.requests.push(request);
    const disconnected = this.watchSocket(request, response);
    try {
      const reply = await this.replyTo(request, disconnected);
      if (reply.cutOff === 'body') this.cutOff.add(response);
      if (!disconnected.aborted) sendReply(response, request, reply);
    } catch (error) {
      if (!disconnected.aborted) sendJson(response, 500, errorBody(`the script failed: ${String(error)}`));
    }
  }

  private async replyTo(request: LlmRequest, disconnected: AbortSignal): Promise<ScriptedReply> {
    const step = this.steps.take(request);
    if (step === null) {
      this.unexpected.push(request);
      return { status: 500, text: `no step of the script answers this request of task '${request.task}'` };
    }
    const reply = typeof step.reply === 'function' ? await step.reply(request) : step.reply;
    if (reply.delayMs !== undefined) await pause(reply.delayMs, undefined, { signal: disconnected });
    return reply;
  }

  /** Returns a signal that aborts when the client disconnects before the reply is complete, or the server stops. */
  private watchSocket(request: LlmRequest, response: ServerResponse): AbortSignal {
    const disconnected = new AbortController();
    this.underWay += 1;
    response.once('close', () => {
      this.underWay -= 1;
      if (response.writableEnded || this.cutOff.has(response) || this.stopping.signal.aborted) return;
      this.closedSockets.push({ request, at: Date.now() });
      disconnected.abort();
    });
    return AbortSignal.any([disconnected.signal, this.stopping.signal]);
  }
}

async function readRequest(incoming: IncomingMessage): Promise<LlmRequest | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return isRecord(body) ? requestOf(incoming, body) : null;
  } catch {
    return null;
  }
}

function requestOf({ headers }: IncomingMessage, body: Record<string, unknown>): LlmRequest {
  const messages = (Array.isArray(body['messages']) ? body['messages'] : [])
    .filter(isRecord)
    .map(({ role, content }) => ({ role: String(role), content: textOf(content) }));
  return {
    task: String(headers['x-querent-task'] ?? ''),
    run: String(headers['x-querent-run'] ?? ''),
    model: String(body['model'] ?? ''),
    messages,
    text: messages.map(({ content }) => content).join('\n'),
    headers,
    body,
    at: Date.now(),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content ?? ''));

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
