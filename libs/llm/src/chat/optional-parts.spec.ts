import type { LlmRequest, ScriptedReply } from '@querent/testing';
import { aRequest, aSchema, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';

const refusing =
  (part: 'response_format' | 'temperature', refusal: ScriptedReply) =>
  (request: LlmRequest): ScriptedReply =>
    part in request.body ? refusal : { text: 'SELECT 1' };

describe('optional parts of a request', () => {
  let fixture: ChatFixture;
  afterEach(() => fixture.stop());
  const ask = async (more = {}) =>
    fixture.general.complete(aRequest({ schema: aSchema, ...more }), fixture.budget(), neverAborted());
  const sent = (part: string): boolean[] => fixture.llm.requests.map(({ body }) => part in body);

  it.each([
    [400, 'Invalid parameter: response_format of type json_schema is not supported'],
    [404, 'not found'],
    [422, 'Unprocessable'],
  ])('omits the schema permanently after the server answers it with %s', async (status, text) => {
    fixture = await openFixture([{ reply: refusing('response_format', { status, text }) }], {
      LLM_BREAKER_FAILURES: '1',
    });
    await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
    await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
    expect(sent('response_format')).toEqual([true, false, false]);
    await expect(fixture.metric('querent_llm_breaker_open')).resolves.toBe(0);
  });

  it('learns from an unusable reply too', async () => {
    fixture = await openFixture([
      { reply: (request) => ('response_format' in request.body ? { status: 400 } : { empty: true }) },
    ]);
    await expect(ask()).rejects.toMatchObject({ why: 'empty' });
    expect(sent('response_format')).toEqual([true, false, false]);
  });

  it('sends the schema again if the refusal had another cause', async () => {
    fixture = await openFixture([
      { match: { text: 'too long' }, reply: { status: 400, text: 'maximum context length' } },
      { reply: { text: 'SELECT 1' } },
    ]);
    await expect(ask({ user: 'too long' })).rejects.toMatchObject({ why: 'refused' });
    await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
    expect(sent('response_format')).toEqual([true, false, true]);
  });

  it('omits only the temperature if the server names it', async () => {
    fixture = await openFixture([
      {
        reply: refusing('temperature', {
          status: 400,
          text: "Unsupported value: 'temperature' does not support 0 with this model.",
        }),
      },
    ]);
    await ask();
    await ask();
    expect(sent('temperature')).toEqual([true, false, false]);
    expect(sent('response_format')).toEqual([true, true, true]);
  });

  it.each([
    '{"object":"error","message":"temperature is not supported","type":"BadRequestError","code":400}',
    '{"detail":"temperature is not supported"}',
    'temperature is not supported',
  ])('recognises the named part also in an error of another shape: %s', async (garbage) => {
    fixture = await openFixture([{ reply: refusing('temperature', { status: 400, garbage }) }]);
    await ask();
    expect(sent('temperature')).toEqual([true, false]);
    expect(sent('response_format')).toEqual([true, true]);
  });

  it('uses the newer name of the token limit if the server requires it', async () => {
    fixture = await openFixture([
      {
        reply: (request) =>
          'max_tokens' in request.body
            ? { status: 400, text: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." }
            : { text: 'SELECT 1' },
      },
    ]);
    await ask();
    await ask();
    expect(sent('max_tokens')).toEqual([true, false, false]);
    expect(fixture.llm.requests.map(({ body }) => body['max_completion_tokens'])).toEqual([undefined, 200, 200]);
    expect(sent('response_format')).toEqual([true, true, true]);
  });

  it('omits both parts if both are refused', async () => {
    fixture = await openFixture([
      {
        reply: (request) =>
          refusing('temperature', { status: 400, text: 'temperature' })(request).status === undefined
            ? refusing('response_format', { status: 422 })(request)
            : { status: 400, text: 'temperature' },
      },
    ]);
    await ask();
    await ask();
    expect(sent('temperature')).toEqual([true, false, false, false]);
    expect(sent('response_format')).toEqual([true, true, false, false]);
  });

  it('counts the refused request as a call', async () => {
    fixture = await openFixture([{ reply: refusing('response_format', { status: 400 }) }]);
    const run = fixture.budget();
    await fixture.general.complete(aRequest({ schema: aSchema }), run, neverAborted());
    expect(run.spent.llmCalls).toBe(2);
  });

  it('always sends the schema if structured output is on', async () => {
    fixture = await openFixture([{ reply: refusing('response_format', { status: 400, text: 'response_format' }) }], {
      LLM_STRUCTURED_OUTPUT: 'on',
    });
    await expect(ask()).rejects.toMatchObject({ why: 'refused' });
    expect(sent('response_format')).toEqual([true]);
  });

  it('sends no schema if structured output is off', async () => {
    fixture = await openFixture([{ reply: { text: 'SELECT 1' } }], { LLM_STRUCTURED_OUTPUT: 'off' });
    await ask();
    expect(sent('response_format')).toEqual([false]);
  });
});
