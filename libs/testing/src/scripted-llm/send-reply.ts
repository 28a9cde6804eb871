import type { ServerResponse } from 'node:http';
import { completionBody, completionEvents, errorBody } from './completion-body';
import type { LlmRequest, ScriptedReply } from './script';

const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Puts a scripted reply on the wire. */
export function sendReply(response: ServerResponse, request: LlmRequest, reply: ScriptedReply): void {
  const { status = 200, retryAfterS, cutOff, stall = false } = reply;
  const { type, body } = payloadOf(request, reply);
  const bytes = Buffer.from(body);
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  if (cutOff !== 'body' && !stall) return void response.end(bytes);
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  // The half must have left before the socket goes, else the client sees no reply at all.
  response.write(half, () => cutOff === 'body' && response.destroy());
}

function payloadOf(request: LlmRequest, reply: ScriptedReply): { type: string; body: string } {
  const { status = 200, text, garbage, stream = request.body['stream'] === true } = reply;
  const json = 'application/json';
  if (garbage !== undefined) return { type: json, body: garbage === true ? PAGE : garbage };
  if (status >= 400) return { type: json, body: JSON.stringify(errorBody(text ?? `scripted status ${status}`)) };
  if (stream) return { type: 'text/event-stream', body: completionEvents(request, reply) };
  return { type: json, body: JSON.stringify(completionBody(request, reply)) };
}
