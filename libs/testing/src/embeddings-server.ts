import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingsRequestSeen {
  input: string[];
  model: string;
  authorization: string | undefined;
}

/** A response to one request that replaces the regular response with the vectors. */
export type EmbeddingsReply =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The regular response, changed. */
  | { change: (reply: EmbeddingsBody) => unknown }
  /** Sends the headers and half of the body, then closes the socket. */
  | 'cut_off'
  /** Never responds. */
  | 'silence';

export interface EmbeddingsBody {
  object: 'list';
  data: { object: 'embedding'; index: number; embedding: number[] }[];
  model: string;
  usage: { prompt_tokens: number; total_tokens: number };
}

export interface EmbeddingsServer {
  /** Value for EMBEDDINGS_BASE_URL. */
  baseUrl: string;
  /** Requests that conformed to the published API, in order. */
  readonly seen: EmbeddingsRequestSeen[];
  /** Errors of the requests that did not conform. They were answered with 400. */
  readonly objections: string[];
  /** Responses to the next requests, in order. Later requests get the regular response. */
  next(...replies: EmbeddingsReply[]): void;
  /** Chooses the response to each request that `next` does not cover. */
  always: ((request: EmbeddingsRequestSeen) => EmbeddingsReply | null) | null;
  stop(): Promise<void>;
}

/**
 * Starts a test double of an embeddings server. It validates each request against the published API
 * (https://platform.openai.com/docs/api-reference/embeddings/create) and returns a vector for each text. A vector
 * depends only on its text and is not normalised to unit length.
 */
export async function startEmbeddingsServer({
  dimension = 8,
  apiKey,
}: { dimension?: number; apiKey?: string } = {}): Promise<EmbeddingsServer> {
  const [seen, objections, script]: [EmbeddingsRequestSeen[], string[], EmbeddingsReply[]] = [[], [], []];
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const authorization = request.headers.authorization;
      if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`)
        return send(response, 401, {
          error: { message: `Incorrect API key provided: ${authorization}`, type: 'invalid_request_error' },
        });
      const read = readRequest(request, text);
      if (typeof read === 'string') {
        objections.push(read);
        return send(response, 400, { error: { message: `${read}: ${text}`, type: 'invalid_request_error' } });
      }
      const asked = { ...read, authorization };
      seen.push(asked);
      answer(
        response,
        script.shift() ?? standIn.always?.(asked) ?? { change: (reply) => reply },
        bodyFor(asked, dimension),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: EmbeddingsServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    objections,
    next: (...replies) => void script.push(...replies),
    always: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const ALLOWED_FIELDS = new Set(['model', 'input', 'encoding_format', 'dimensions', 'user']);

/** Returns the parsed request, or an error text. */
function readRequest(
  { method, url, headers }: IncomingMessage,
  text: string,
): { input: string[]; model: string } | string {
  if (method !== 'POST' || url !== '/v1/embeddings') return `Invalid URL (${method} ${url})`;
  if (headers['content-type']?.startsWith('application/json') !== true) return 'the content type is not JSON';
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'the body is not JSON';
  }
  const { model, input } = body;
  const unknown = Object.keys(body).find((name) => !ALLOWED_FIELDS.has(name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter';
  if (!Array.isArray(input) || input.length === 0 || input.length > 2_048) return "'$.input' is invalid";
  // The limit is in tokens. A text never has more tokens than characters, so characters are counted.
  if (!input.every((one): one is string => typeof one === 'string' && one !== '' && one.length <= 8_192))
    return "'$.input' is invalid";
  return { model, input };
}

function bodyFor({ input, model }: EmbeddingsRequestSeen, dimension: number): EmbeddingsBody {
  const tokens = input.join(' ').split(' ').length;
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: numbersOf(text, dimension) })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function numbersOf(text: string, dimension: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  return Array.from(
    { length: dimension },
    (_, i) => ((digest[i % digest.length] ?? 0) - 127.5) / (1 + Math.floor(i / digest.length)),
  );
}

function answer(response: ServerResponse, reply: EmbeddingsReply, body: EmbeddingsBody): void {
  if (reply === 'silence') return;
  if (reply === 'cut_off') {
    const text = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  } else if ('change' in reply) {
    send(response, 200, reply.change(body));
  } else {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? JSON.stringify({ error: { message: 'scripted error' } }));
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
