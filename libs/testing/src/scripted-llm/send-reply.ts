import type { ServerResponse } from 'node:http';
import type { LlmRequest, ScriptedReply } from './script';

const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Sends a scripted reply as an OpenAI-compatible `/chat/completions` response, with the members that clients read. */
export function sendReply(response: ServerResponse, request: LlmRequest, reply: ScriptedReply): void {
  const { status = 200, retryAfterS, cutOff, stall = false } = reply;
  const { type, body } = payloadOf(request, reply);
  const bytes = Buffer.from(body);
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  if (cutOff !== 'body' && !stall) return void response.end(bytes);
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  // The client sees no response at all if the socket closes before the half is flushed.
  response.write(half, () => cutOff === 'body' && response.destroy());
}

/** Body of an error of an OpenAI-compatible API. */
export const errorBody = (message: string, code: string | null = null) => ({
  error: { message, type: 'scripted', param: null, code },
});

function payloadOf(request: LlmRequest, reply: ScriptedReply): { type: string; body: string } {
  const { status = 200, text, garbage, stream = request.body['stream'] === true } = reply;
  const json = 'application/json';
  if (garbage !== undefined) return { type: json, body: garbage === true ? PAGE : garbage };
  if (status >= 400) return { type: json, body: JSON.stringify(errorBody(text ?? `scripted status ${status}`)) };
  if (stream) return { type: 'text/event-stream', body: completionEvents(request, reply) };
  return { type: json, body: JSON.stringify(completionBody(request, reply)) };
}

/** A complete chat completion. */
function completionBody(request: LlmRequest, reply: ScriptedReply): object {
  const content = contentOf(reply);
  return {
    ...envelope(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: finishOf(reply),
      },
    ],
    ...usageOf(request, reply),
  };
}

/** The completion as server-sent events: chunks of 16 characters, then the finish reason, the usage and `[DONE]`. */
function completionEvents(request: LlmRequest, reply: ScriptedReply): string {
  const pieces = (contentOf(reply) ?? '').match(/[^]{1,16}/gu) ?? [];
  const chunk = (fields: object): object => ({ ...envelope(request, 'chat.completion.chunk'), ...fields });
  const choice = (delta: object, finish_reason: string | null = null): object =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  const chunks = [
    choice({ role: 'assistant' }),
    ...pieces.map((content) => choice({ content })),
    choice({}, finishOf(reply)),
    chunk({ choices: [], ...usageOf(request, reply) }),
  ];
  return [...chunks.map((data) => JSON.stringify(data)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

function contentOf({ text = '', cutOff, empty = false }: ScriptedReply): string | null {
  if (empty) return null;
  return cutOff === 'length' ? text.slice(0, Math.ceil(text.length / 2)) : text;
}

const finishOf = ({ cutOff }: ScriptedReply): string => (cutOff === 'length' ? 'length' : 'stop');

const envelope = ({ model, at }: LlmRequest, object: string) => ({
  id: 'chatcmpl-scripted',
  object,
  created: Math.floor(at / 1_000),
  model,
});

function usageOf(request: LlmRequest, reply: ScriptedReply): object {
  if (reply.tokens === null) return {};
  const estimated = (text: string): number => Math.ceil(text.length / 4);
  const { prompt, completion } = reply.tokens ?? {
    prompt: estimated(request.text),
    completion: estimated(contentOf(reply) ?? ''),
  };
  return { usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion } };
}
