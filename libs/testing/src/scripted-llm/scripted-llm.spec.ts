import { connect } from 'node:net';
import { waitFor } from '../wait-for';
import { startScriptedLlm, type ScriptedLlm } from './scripted-llm';

describe('startScriptedLlm', () => {
  let llm: ScriptedLlm;
  beforeEach(async () => {
    llm = await startScriptedLlm();
  });
  afterEach(() => llm.stop());
  const ask = (user: string, { task = 'generate-sql', run = 'r1', ...body }: Record<string, unknown> = {}) =>
    fetch(`${llm.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-querent-task': String(task), 'x-querent-run': String(run) },
      body: JSON.stringify({
        model: 'm',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: user },
        ],
        ...body,
      }),
    });
  const contentOf = async (response: Response) =>
    ((await response.json()) as { choices: { message: { content: string | null } }[] }).choices[0]?.message.content;

  it('answers a request by the first matching step of the script with uses left', async () => {
    llm.script([
      { match: { task: 'repair-sql' }, reply: { text: 'repaired' } },
      { match: { run: 'r2', text: 'brief' }, reply: { text: 'second run' } },
      { match: { text: /ord(er|ers)/g }, times: 1, reply: { text: 'orders' } },
      { reply: ({ task, run, text }) => ({ text: [task, run, text.length].join() }) },
    ]);
    await expect(contentOf(await ask('orders', { task: 'repair-sql' }))).resolves.toBe('repaired');
    await expect(contentOf(await ask('orders', { run: 'r2' }))).resolves.toBe('second run');
    await expect(contentOf(await ask('orders'))).resolves.toBe('orders');
    await expect(contentOf(await ask('orders'))).resolves.toBe('generate-sql,r1,15');
    expect(llm.unexpected).toEqual([]);
  });

  it('restarts the scripted model on its port and counts pending requests', async () => {
    const { port } = new URL(llm.url);
    await llm.stop();
    await expect(ask('are you there')).rejects.toThrow();
    llm = await startScriptedLlm([{ reply: { delayMs: 60_000 } }], { port: Number(port) });
    const leaving = new AbortController();
    const asked = fetch(`${llm.url}/chat/completions`, { method: 'POST', body: '{}', signal: leaving.signal });
    await waitFor(() => llm.underWay === 1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await waitFor(() => llm.underWay === 0);
  });

  it('records the requests to the scripted model', async () => {
    llm.script([{ reply: { text: 'hello', tokens: { prompt: 5, completion: 2 } } }]);
    await expect((await ask('hi')).json()).resolves.toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    });
    expect(llm.requests).toMatchObject([
      {
        task: 'generate-sql',
        run: 'r1',
        model: 'm',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'hi' },
        ],
        body: { model: 'm' },
        at: expect.any(Number),
      },
    ]);
  });

  it('answers 500 and records the request when no step of the script matches', async () => {
    llm.script([{ times: 1, reply: { text: 'once' } }]);
    await ask('hi');
    const response = await ask('again');
    expect(response.status).toBe(500);
    await expect(response.json()).resolves.toMatchObject({ error: { message: expect.stringContaining('no step') } });
    expect(llm.unexpected).toEqual([llm.requests[1]]);
  });

  it('sends scripted error statuses with their message and Retry-After', async () => {
    llm.script([{ reply: { status: 429, retryAfterS: 7, text: 'slow down' } }]);
    const response = await ask('hi');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    await expect(response.json()).resolves.toMatchObject({ error: { message: 'slow down' } });
  });

  it('sends broken, truncated, empty and invalid replies when the script asks for them', async () => {
    llm.script([
      { times: 1, reply: { text: 'SELECT 1', cutOff: 'body' } },
      { times: 1, reply: { text: 'SELECT 1', cutOff: 'length', tokens: null } },
      { times: 1, reply: { empty: true } },
      { times: 1, reply: { garbage: true } },
      { times: 1, reply: { garbage: '{"half":' } },
      { reply: () => Promise.reject(new Error('a mistake in the script')) },
    ]);
    await expect(ask('1').then((response) => response.text())).rejects.toThrow();
    const half = (await (await ask('2')).json()) as { usage?: object };
    expect(half).toMatchObject({ choices: [{ message: { content: 'SELE' }, finish_reason: 'length' }] });
    expect(half.usage).toBeUndefined();
    await expect(contentOf(await ask('3'))).resolves.toBeNull();
    await expect((await ask('4')).text()).resolves.toContain('<h1>');
    await expect((await ask('5')).text()).resolves.toBe('{"half":');
    const failed = await ask('6');
    expect(failed.status).toBe(500);
    await expect(failed.text()).resolves.toContain('a mistake in the script');
    expect(llm.closedSockets).toEqual([]);
  });

  it('sends the completion as server-sent events when the request asks for a stream', async () => {
    llm.script([{ reply: { text: '统计订单的数量，按月分组，只看今年的。', tokens: { prompt: 5, completion: 9 } } }]);
    const response = await ask('hi', { stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text())
      .trim()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map(
      (event) =>
        JSON.parse(event) as {
          choices: { delta: { content?: string }; finish_reason: string | null }[];
          usage?: object;
        },
    );
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toBe(
      '统计订单的数量，按月分组，只看今年的。',
    );
    expect(chunks.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason)).filter(Boolean)).toEqual([
      'stop',
    ]);
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 });
  });

  it('records clients that disconnect before their reply is complete', async () => {
    llm.script([{ match: { text: 'wait' }, reply: { delayMs: 60_000 } }, { reply: { text: 'half', stall: true } }]);
    const leaving = new AbortController();
    const waiting = fetch(`${llm.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'wait' }] }),
      signal: leaving.signal,
    });
    await waitFor(() => llm.requests.length === 1);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await waitFor(() => llm.closedSockets.length === 1);
    const stalled = await ask('stall');
    await stalled.body?.cancel();
    await waitFor(() => llm.closedSockets.length === 2);
    expect(llm.closedSockets.map(({ request: { text } }) => text)).toEqual(['wait', 'be brief\nstall']);
  });

  it('serves the list of models and rejects unknown routes and invalid bodies', async () => {
    await expect((await fetch(`${llm.url}/models`)).json()).resolves.toMatchObject({ data: [{ object: 'model' }] });
    expect((await fetch(`${llm.url}/responses`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await fetch(`${llm.url}/chat/completions`, { method: 'POST', body: 'nonsense' })).status).toBe(400);
    expect(llm.requests).toEqual([]);
  });

  it('stops the scripted model although clients wait and hold connections open', async () => {
    llm.script([{ reply: { delayMs: 60_000 } }]);
    const waiting = ask('hi').then(
      () => 'answered',
      () => 'dropped',
    );
    const idle = connect(Number(new URL(llm.url).port), '127.0.0.1');
    idle.on('error', () => undefined);
    await waitFor(() => llm.requests.length === 1);
    await llm.stop();
    await expect(waiting).resolves.toBe('dropped');
    idle.destroy();
  });
});
