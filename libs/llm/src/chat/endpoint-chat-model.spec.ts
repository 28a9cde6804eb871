import type { ScriptedReply } from '@querent/testing';
import { aRequest, aSchema, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';
import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';

const good: ScriptedReply = { text: 'SELECT 1', tokens: { prompt: 20, completion: 3 } };

describe('a chat model', () => {
  let fixture: ChatFixture;
  afterEach(() => fixture.stop());

  it('sends one request and returns the model’s text', async () => {
    fixture = await openFixture([{ reply: good }]);
    const { llm, general } = fixture;
    const run = fixture.budget();
    const request = aRequest({ schema: aSchema });
    await expect(general.complete(request, run, neverAborted())).resolves.toEqual({ text: 'SELECT 1' });
    expect(llm.requests).toHaveLength(1);
    expect(llm.requests[0]).toMatchObject({
      task: 'generate-sql',
      run: request.runId,
      model: 'scripted',
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.user },
      ],
    });
    expect(llm.requests[0]?.body).toEqual({
      model: 'scripted',
      temperature: 0,
      max_tokens: 200,
      stream: false,
      messages: expect.any(Array),
      response_format: { type: 'json_schema', json_schema: { ...aSchema, strict: true } },
    });
    expect(run.spent).toMatchObject({ llmCalls: 1, promptTokens: 20, completionTokens: 3 });
  });

  it.each<[string, ScriptedReply, LlmFailure]>([
    ['a status 500', { status: 500 }, 'server_error'],
    ['a status 503', { status: 503 }, 'server_error'],
    ['a locked resource (409)', { status: 409 }, 'server_error'],
    ['too many requests', { status: 429 }, 'rate_limited'],
    ['the server’s own time-out (408)', { status: 408 }, 'timeout'],
    ['a body that breaks off', { text: '{"kind":"sql","sql":"SELECT 1"}', cutOff: 'body' }, 'cut_off'],
    ['a reply that did not fit', { text: '{"kind":"sql","sql":"SELECT 1"}', cutOff: 'length' }, 'cut_off'],
    ['an empty reply', { empty: true }, 'empty'],
    ['a reply of spaces', { text: ' \n ' }, 'empty'],
    ['a page of HTML', { garbage: true }, 'malformed'],
    ['JSON that is no completion', { garbage: '{"hello":"world"}' }, 'malformed'],
    ['a completion without choices', { garbage: '{"choices":[]}' }, 'malformed'],
    ['a completion without a message', { garbage: '{"choices":[{"finish_reason":"stop"}]}' }, 'malformed'],
    ['JSON null', { garbage: 'null' }, 'malformed'],
    ['no body at all', { status: 204 }, 'malformed'],
    ['a content that is no text', { garbage: '{"choices":[{"message":{"content":7}}]}' }, 'empty'],
    ['an error with a status of 200', { garbage: '{"error":{"message":"overloaded"}}' }, 'malformed'],
    ['an endless reply', { garbage: ' '.repeat(5_000_000) }, 'malformed'],
    ['an unrequested event stream', { text: 'SELECT 1', stream: true }, 'malformed'],
  ])('asks again after %s', async (_name, bad, why) => {
    fixture = await openFixture([{ times: 1, reply: bad }, { reply: good }]);
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest({ schema: aSchema }), run, neverAborted())).resolves.toEqual({
      text: 'SELECT 1',
    });
    expect(fixture.llm.requests).toHaveLength(2);
    expect(run.spent.llmCalls).toBe(2);
    await expect(
      fixture.metric('querent_llm_retries_total', { endpoint: 'general', task: 'generate-sql', why }),
    ).resolves.toBe(1);
    await expect(
      fixture.metric('querent_llm_calls_total', { endpoint: 'general', task: 'generate-sql', result: why }),
    ).resolves.toBe(1);
    await expect(fixture.metric('querent_llm_calls_total', { result: 'ok' })).resolves.toBe(1);
  });

  it.each([400, 401, 402, 403, 404, 413, 422, 307])(
    'does not repeat what the server refuses with status %s',
    async (status) => {
      fixture = await openFixture([{ reply: { status, text: 'no' } }]);
      await expect(fixture.general.complete(aRequest(), fixture.budget(), neverAborted())).rejects.toMatchObject({
        name: 'LlmUnavailableError',
        why: 'refused',
      });
      expect(fixture.llm.requests).toHaveLength(1);
      await expect(fixture.metric('querent_llm_retries_total')).resolves.toBe(0);
    },
  );

  it.each([
    ['declines', { message: { role: 'assistant', content: null, refusal: 'I will not' }, finish_reason: 'stop' }],
    ['is filtered', { message: { role: 'assistant', content: 'SELECT' }, finish_reason: 'content_filter' }],
  ])('does not call a model again that %s, and records its tokens', async (_name, choice) => {
    const usage = { prompt_tokens: 7, completion_tokens: 2 };
    fixture = await openFixture([{ reply: { garbage: JSON.stringify({ choices: [choice], usage }) } }]);
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({ why: 'refused' });
    expect(fixture.llm.requests).toHaveLength(1);
    expect(run.spent).toMatchObject({ promptTokens: 7, completionTokens: 2 });
  });

  it('reads a content in parts', async () => {
    const content = [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'SELECT ' }, '1', null];
    fixture = await openFixture([{ reply: { garbage: JSON.stringify({ choices: [{ message: { content } }] }) } }]);
    await expect(fixture.general.complete(aRequest(), fixture.budget(), neverAborted())).resolves.toEqual({
      text: 'SELECT 1',
    });
  });

  it('gives up after a few retries, with the reason', async () => {
    fixture = await openFixture([{ reply: { status: 500 } }]);
    const failure = await fixture.general
      .complete(aRequest(), fixture.budget(), neverAborted())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LlmUnavailableError);
    expect(failure).toMatchObject({ why: 'server_error' });
    expect(fixture.llm.requests).toHaveLength(3);
  });

  it('reports a refused connection as unreachable', async () => {
    fixture = await openFixture();
    await fixture.llm.stop();
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({
      why: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(run.spent.llmCalls).toBe(3);
    await fixture.models.close();
  });

  it('gives up on a request that takes too long and closes its socket', async () => {
    fixture = await openFixture([{ times: 1, reply: { delayMs: 60_000 } }, { reply: good }], { LLM_TIMEOUT_MS: '500' });
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).resolves.toEqual({ text: 'SELECT 1' });
    expect(fixture.llm.closedSockets.map(({ request }) => request)).toEqual([fixture.llm.requests[0]]);
    expect(run.spent.llmMs).toBeGreaterThanOrEqual(499);
    await expect(fixture.metric('querent_llm_calls_total', { result: 'timeout' })).resolves.toBe(1);
  });

  it('gives up on a reply that stalls midway', async () => {
    fixture = await openFixture([{ times: 1, reply: { ...good, stall: true } }, { reply: good }], {
      LLM_TIMEOUT_MS: '500',
    });
    await expect(fixture.general.complete(aRequest(), fixture.budget(), neverAborted())).resolves.toEqual({
      text: 'SELECT 1',
    });
    await expect(fixture.metric('querent_llm_calls_total', { result: 'timeout' })).resolves.toBe(1);
    expect(fixture.llm.closedSockets).toHaveLength(1);
  });

  it('waits as long as the server requests', async () => {
    fixture = await openFixture([{ times: 1, reply: { status: 429, retryAfterS: 0.08 } }, { reply: good }]);
    const run = fixture.budget();
    await fixture.general.complete(aRequest(), run, neverAborted());
    const [first, second] = fixture.llm.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(78);
    expect(run.spent.llmMs).toBeGreaterThanOrEqual(78);
  });

  it('does not wait longer than the run’s remaining time', async () => {
    fixture = await openFixture([{ reply: { status: 429, retryAfterS: 3_600 } }]);
    await expect(fixture.general.complete(aRequest(), fixture.budget(), neverAborted())).rejects.toMatchObject({
      why: 'rate_limited',
    });
    expect(fixture.llm.requests).toHaveLength(1);
  });

  it('estimates tokens if the server counts none or sends invalid counts', async () => {
    const odd = JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'SELECT 1' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: '12', completion_tokens: -4 },
    });
    fixture = await openFixture([{ times: 1, reply: { text: 'SELECT 1', tokens: null } }, { reply: { garbage: odd } }]);
    for (const _ of ['uncounted', 'oddly counted']) {
      const run = fixture.budget();
      await fixture.general.complete(aRequest(), run, neverAborted());
      expect(run.spent.promptTokens).toBeGreaterThan(5);
      expect(run.spent.completionTokens).toBeGreaterThan(1);
      expect(Number.isInteger(run.spent.promptTokens + run.spent.completionTokens)).toBe(true);
    }
  });

  it('records the tokens of a truncated reply', async () => {
    fixture = await openFixture([
      { times: 1, reply: { text: 'SELECT', cutOff: 'length', tokens: { prompt: 7, completion: 200 } } },
      { reply: good },
    ]);
    const run = fixture.budget();
    await fixture.general.complete(aRequest(), run, neverAborted());
    expect(run.spent).toMatchObject({ llmCalls: 2, promptTokens: 27, completionTokens: 203 });
    await expect(fixture.metric('querent_llm_tokens_total', { kind: 'completion' })).resolves.toBe(203);
    await expect(fixture.metric('querent_llm_tokens_total', { kind: 'prompt' })).resolves.toBe(27);
  });

  it('writes no prompt, reply or key into logs and errors, even if the server repeats them', async () => {
    const secrets = ['sk-very-secret', 'You write SQL.', 'How many orders?', 'SELECT 1'];
    const text = secrets.join(' ');
    fixture = await openFixture(
      [{ times: 1, reply: { text } }, { times: 1, reply: { status: 401, text } }, { reply: { status: 500, text } }],
      { LLM_API_KEY: 'sk-very-secret' },
    );
    const { general } = fixture;
    await general.complete(aRequest(), fixture.budget(), neverAborted());
    const failures = [
      await failureOf(general.complete(aRequest(), fixture.budget(), neverAborted())),
      await failureOf(general.complete(aRequest(), fixture.budget(), neverAborted())),
    ];
    const output =
      fixture.log() + failures.map((error) => `${String(error)} ${error.stack} ${JSON.stringify(error)}`).join('\n');
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(output).toContain('model called');
  });
});

const failureOf = (reply: Promise<unknown>): Promise<LlmUnavailableError> =>
  reply.then(
    () => Promise.reject(new Error('it has answered')),
    (error: LlmUnavailableError) => error,
  );
