import type { ServerResponse } from 'node:http';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Refusal } from './refusal';

/** A failure to answer a request. */
export interface QdrantFault {
  /**
   * `silent`: never answers. `status`: Qdrant's error envelope with `status` (default 500). `html`: a proxy's page with
   * `status` (default 200). `wrong_json`: JSON of another service. `cut_off`: executes the request and sends half of
   * the answer. `hang_up`: closes the connection without an answer.
   */
  kind: 'silent' | 'status' | 'html' | 'wrong_json' | 'cut_off' | 'hang_up';
  status?: number;
  /** `Retry-After`, in seconds. */
  retryAfterS?: number;
  /** Number of requests that fail. Default: all until `heal`. */
  times?: number;
  /** Suffix of the routes that fail, e.g. `points/query`. Default: all. */
  route?: string;
}

const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

export function sendResult(response: ServerResponse, result: unknown, { cutOff = false } = {}): void {
  sendJson(
    response,
    200,
    { usage: { hardware: null, inference: null }, result, status: 'ok', time: 0.0001 },
    { cutOff },
  );
}

/** Sends the answer of a `bare` endpoint, without the envelope. */
export function sendBare(response: ServerResponse, answer: unknown): void {
  if (typeof answer !== 'string') return sendJson(response, 200, answer);
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(answer);
}

export function sendRefusal(response: ServerResponse, { status, message }: Refusal): void {
  // Qdrant checks the key before it builds envelopes.
  if (status === 401) return void response.writeHead(401, { 'content-type': 'text/plain; charset=utf-8' }).end(message);
  sendJson(response, status, { status: { error: message }, time: 0.0001 } satisfies Schemas['ErrorResponse']);
}

/** Sends every fault but `cut_off`, which needs an answer. */
export function sendFault(response: ServerResponse, { kind, status, retryAfterS }: QdrantFault): void {
  if (kind === 'hang_up') response.destroy();
  if (kind === 'wrong_json') sendJson(response, 200, { result: [{ name: 'not Qdrant' }], status: 'ok', time: 0 });
  if (kind === 'html') response.writeHead(status ?? 200, { 'content-type': 'text/html' }).end(PAGE);
  if (kind !== 'status') return;
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
  sendJson(response, status ?? 500, {
    status: { error: 'Service internal error: scripted fault' },
    time: 0.0001,
  } satisfies Schemas['ErrorResponse']);
}

function sendJson(response: ServerResponse, status: number, body: unknown, { cutOff = false } = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  if (!cutOff) return void response.end(bytes);
  // The client sees no response at all if the socket closes before the half is flushed.
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}
