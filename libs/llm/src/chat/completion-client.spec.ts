import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aRequest, aSchema, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';

describe('a request to a model’s server', () => {
  let fixture: ChatFixture;
  const before = { ...process.env };
  afterEach(async () => {
    process.env = { ...before };
    await fixture.stop();
  });
  const ask = () => fixture.general.complete(aRequest({ schema: aSchema }), fixture.budget(), neverAborted());
  const headers = () => fixture.llm.requests[0]?.headers ?? {};

  it('contains only our own fields and headers, whatever the environment sets for the client library', async () => {
    const elsewhere = await startSink();
    Object.assign(process.env, {
      OPENAI_API_KEY: 'sk-leak',
      OPENAI_ADMIN_KEY: 'admin-leak',
      OPENAI_ORG_ID: 'org-leak',
      OPENAI_ORGANIZATION: 'org-leak',
      OPENAI_PROJECT_ID: 'project-leak',
      OPENAI_CUSTOM_HEADERS: 'x-leak: leak\ncookie: leak\nno header: leak',
      OPENAI_WEBHOOK_SECRET: 'whsec-leak',
      OPENAI_BASE_URL: elsewhere.url,
      OPENAI_API_BASE: elsewhere.url,
      OPENAI_LOG: 'debug',
      LANGSMITH_TRACING: 'true',
      LANGCHAIN_TRACING_V2: 'true',
      LANGSMITH_ENDPOINT: elsewhere.url,
      LANGSMITH_API_KEY: 'ls-leak',
      LANGSMITH_GATEWAY: elsewhere.url,
      LANGCHAIN_VERBOSE: 'true',
    });
    const printed = (['log', 'info', 'debug', 'warn', 'error'] as const).map((method) =>
      jest.spyOn(console, method).mockImplementation(),
    );
    fixture = await openFixture([{ reply: { text: 'SELECT 1' } }]);
    await ask();
    await elsewhere.stop();

    expect(elsewhere.connections()).toBe(0);
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
    printed.forEach((spy) => spy.mockRestore());
    expect(JSON.stringify(headers())).not.toContain('leak');
    const transport = [
      'host',
      'connection',
      'content-length',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
    ];
    expect(
      Object.keys(headers())
        .filter((name) => !transport.includes(name))
        .sort(),
    ).toEqual(['accept', 'content-type', 'x-querent-run', 'x-querent-task']);
  });

  it('carries the configured key', async () => {
    fixture = await openFixture([{ reply: { text: 'SELECT 1' } }], { LLM_API_KEY: 'sk-ours' });
    await ask();
    expect(headers()['authorization']).toBe('Bearer sk-ours');
  });

  it.each(['gpt-5.2-codex', 'gpt-5.4-pro', 'o3-mini', 'qwen2.5-coder:7b', 'org/名字'])(
    'goes to /chat/completions also for a model called %s',
    async (model) => {
      fixture = await openFixture([{ reply: { text: 'SELECT 1' } }], { LLM_MODEL: model });
      await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
      const body = fixture.llm.requests[0]?.body ?? {};
      expect(body['model']).toBe(model);
      expect(body['max_tokens'] ?? body['max_completion_tokens']).toBe(200);
    },
  );

  it('follows no redirect: prompt and key stay with the server that was configured', async () => {
    const elsewhere = await startSink();
    const redirecting = await startSink((response) =>
      response.writeHead(308, { location: `${elsewhere.url}/chat/completions` }).end(),
    );
    fixture = await openFixture([], { LLM_BASE_URL: redirecting.url, LLM_API_KEY: 'sk-ours' });
    await expect(ask()).rejects.toMatchObject({ why: 'refused' });
    await Promise.all([elsewhere.stop(), redirecting.stop()]);
    expect([redirecting.connections(), elsewhere.connections()]).toEqual([1, 0]);
  });

  it('returns a completion whatever its content type', async () => {
    const completion = JSON.stringify({ choices: [{ message: { content: 'SELECT 1' }, finish_reason: 'stop' }] });
    const plain = await startSink((response) => response.setHeader('content-type', 'text/plain').end(completion));
    fixture = await openFixture([], { LLM_BASE_URL: plain.url });
    await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
    await plain.stop();
  });
});

/** A server that gives every request the same answer and counts connections. */
async function startSink(
  answer: (response: ServerResponse) => unknown = (response) => response.end('{}'),
): Promise<{ url: string; connections(): number; stop(): Promise<void> }> {
  let connections = 0;
  const server = createServer((_request, response) => void answer(response)).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
