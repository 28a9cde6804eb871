import { aRequest, aSchema, going, openFixture, type ChatFixture } from '../fixture/chat-fixture';

describe('a chat model', () => {
  let open: ChatFixture[] = [];
  afterEach(async () => {
    await Promise.all(open.map((fixture) => fixture.stop()));
    open = [];
  });
  const fixtureWith: typeof openFixture = async (steps, env) => {
    const fixture = await openFixture(steps, env);
    open.push(fixture);
    return fixture;
  };

  it('asks once and gives back the words of the model', async () => {
    const { llm, general, budget } = await fixtureWith([{ reply: { text: 'SELECT 1', tokens: { prompt: 20, completion: 3 } } }]);
    const run = budget();
    const request = aRequest({ schema: aSchema });
    await expect(general.complete(request, run, going())).resolves.toEqual({ text: 'SELECT 1' });
    expect(llm.requests).toHaveLength(1);
    expect(llm.requests[0]).toMatchObject({ task: 'generate-sql', run: request.runId, model: 'scripted', messages: [{ role: 'system', content: request.system }, { role: 'user', content: request.user }] });
    expect(llm.requests[0]?.body).toEqual({
      model: 'scripted', temperature: 0, max_tokens: 200, stream: false, messages: expect.any(Array),
      response_format: { type: 'json_schema', json_schema: { ...aSchema, strict: true } },
    });
    expect(run.spent).toMatchObject({ llmCalls: 1, promptTokens: 20, completionTokens: 3 });
  });
});
