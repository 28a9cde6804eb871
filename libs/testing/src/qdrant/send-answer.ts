import type { ServerResponse } from 'node:http';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Refusal } from './refusal';

/** What goes wrong between a request and its answer. */
export interface QdrantFault {
  /**
   * `silent`: no answer at all. `status`: Qdrant's envelope with `status` (default 500). `html`: a proxy's page, with
   * `status` (default 200). `wrong_json`: JSON of another service. `cut_off`: what was asked is done, half of the
   * answer comes. `hang_up`: the connection ends without an answer.
   */
  kind: 'silent' | 'status' | 'html' | 'wrong_json' | 'cut_off' | 'hang_up';
  status?: number;
  /** Seconds. */
  retryAfterS?: number;
  /** So many requests; default: until `heal`. */
  times?: number;
  /** Only requests whose route ends so, e.g. `points/query`. */
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

/** What needs no key has no envelope either. */
export function sendBare(response: ServerResponse, answer: unknown): void {
  if (typeof answer !== 'string') return sendJson(response, 200, answer);
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(answer);
}

export function sendRefusal(response: ServerResponse, { status, message }: Refusal): void {
  // The key is looked at before anything knows of envelopes.
  if (status === 401) return void response.writeHead(401, { 'content-type': 'text/plain; charset=utf-8' }).end(message);
  sendJson(response, status, { status: { error: message }, time: 0.0001 } satisfies Schemas['ErrorResponse']);
}

/** All faults but `cut_off`, whose answer is needed. */
export function sendFault(response: ServerResponse, { kind, status, retryAfterS }: QdrantFault): void {
  if (kind === 'hang_up') response.destroy();
  if (kind === 'wrong_json') sendJson(response, 200, { result: [{ name: 'not Qdrant' }], status: 'ok', time: 0 });
  if (kind === 'html') response.writeHead(status ?? 200, { 'content-type': 'text/html' }).end(PAGE);
  if (kind !== 'status') return;
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
  sendJson(response, status ?? 500, {
    status: { error: 'Service internal error: as the script wants it' },
    time: 0.0001,
  } satisfies Schemas['ErrorResponse']);
}

function sendJson(response: ServerResponse, status: number, body: unknown, { cutOff = false } = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  if (!cutOff) return void response.end(bytes);
  // The half must have left before the socket goes, else the client sees no answer at all.
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}
