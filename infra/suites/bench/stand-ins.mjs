import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * An OpenAI-compatible server for benches. `/chat/completions` answers after `delayMs` with the statement of the
 * prompt's question. `/embeddings` answers immediately with a vector that depends only on its text.
 * @param {{ delayMs: number, sqlOf: (prompt: string) => string }} options
 * @returns {Promise<{ url: string, stop: () => void }>} `url` ends in `/v1`
 */
export async function startStandIns({ delayMs, sqlOf }) {
  const answer = async (request, response) => {
    const body = JSON.parse(await textOf(request));
    const isChat = request.url.endsWith('/chat/completions');
    if (isChat) await pause(delayMs);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isChat ? completion(body, sqlOf) : embeddings(body)));
  };
  const server = createServer((request, response) => {
    // A connection without an answer is an error of the client, which the benchmark reports.
    answer(request, response).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, stop: () => void server.close().closeAllConnections() };
}

function completion({ model, messages }, sqlOf) {
  const content = JSON.stringify({ kind: 'sql', sql: sqlOf(messages.map(({ content: text }) => text).join('\n')) });
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function embeddings({ model, input }) {
  const vectorOf = (text) => Array.from(createHash('sha512').update(text).digest(), (byte) => byte - 127.5);
  return {
    object: 'list',
    data: [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    model,
    usage: { prompt_tokens: 1, total_tokens: 1 },
  };
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
