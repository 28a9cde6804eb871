import type { LlmRequest, ScriptedReply } from './script';

/** The bodies of an OpenAI-compatible `/chat/completions`, as far as clients read them. */

export const errorBody = (message: string, code: string | null = null) => ({
  error: { message, type: 'scripted', param: null, code },
});

/** One whole completion. */
export function completionBody(request: LlmRequest, reply: ScriptedReply): object {
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

/** The same as server-sent events: a chunk every 16 letters, then the finish, the usage and `[DONE]`. */
export function completionEvents(request: LlmRequest, reply: ScriptedReply): string {
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
  const quarter = (text: string): number => Math.ceil(text.length / 4);
  const { prompt, completion } = reply.tokens ?? {
    prompt: quarter(request.text),
    completion: quarter(contentOf(reply) ?? ''),
  };
  return { usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion } };
}
