import { errorTable } from '@querent/contracts';
import fc from 'fast-check';
import { keys, pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

/** For any input the response is a success or a problem of the error table, never an internal error. */
describe('invalid input never causes an internal error', () => {
  let gateway: GatewayUnderTest;
  let paused: string;
  beforeAll(async () => {
    gateway = await startGateway();
    paused = (await gateway.advance((await gateway.ask()).id, pause())).id;
  });
  afterAll(() => gateway.stop());

  const check = (response: { statusCode: number; body: string; headers: Record<string, unknown> }): void => {
    expect([500, 501, 502]).not.toContain(response.statusCode);
    if (response.statusCode < 400) return;
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const problem = JSON.parse(response.body) as {
      code: keyof typeof errorTable;
      status: number;
      title: string;
      detail: string;
    };
    expect(problem.status).toBe(response.statusCode);
    expect(errorTable[problem.code].status).toBe(response.statusCode);
    expect([problem.title, problem.detail].join()).not.toMatch(/Error:|at \S+\.[jt]s|undefined/);
  };
  const near = fc.record(
    {
      question: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('how many'), fc.anything()),
      connection: fc.oneof(fc.constant('shop'), fc.string(), fc.anything()),
      locale: fc.oneof(fc.constant('zh'), fc.anything()),
      timezone: fc.oneof(fc.constant('Asia/Shanghai'), fc.string(), fc.anything()),
      maxRows: fc.oneof(fc.integer(), fc.double(), fc.anything()),
      mode: fc.anything(),
      agent: fc.anything(),
      conversationId: fc.anything(),
      cache: fc.anything(),
    },
    { requiredKeys: [] },
  );

  it('in the body of a question', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.jsonValue()), async (body) => {
        let payload: string | undefined;
        try {
          payload = JSON.stringify(body);
        } catch {
          return;
        }
        check(
          await gateway.request({
            method: 'POST',
            url: '/v1/queries',
            payload: payload ?? 'x',
            headers: { 'content-type': 'application/json' },
          }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('in the bytes of a body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('/v1/queries', `/v1/queries/${paused}/clarification`),
        async (bytes, url) => {
          const response = await gateway.request({
            method: 'POST',
            url,
            payload: Buffer.from(bytes),
            headers: { 'content-type': 'application/json' },
          });
          check(response);
          expect(response.statusCode).toBe(400);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('in a reply', async () => {
    const reply = fc.record(
      {
        clarificationId: fc.oneof(fc.constant('cl1'), fc.anything()),
        optionId: fc.oneof(fc.constant('o7'), fc.anything()),
        text: fc.anything(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(reply, async (body) => {
        let payload = 'x';
        try {
          payload = JSON.stringify(body);
        } catch {
          return;
        }
        check(
          await gateway.request({
            method: 'POST',
            url: `/v1/queries/${paused}/clarification`,
            payload,
            headers: { 'content-type': 'application/json' },
          }),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('in addresses, queries and headers', async () => {
    const text = fc.string({ maxLength: 30 }).map((raw) => encodeURIComponent(raw));
    const url = fc.oneof(
      text.map((id) => `/v1/queries/${id}`),
      text.map((id) => `/v1/queries/${id}/result`),
      fc.tuple(text, text).map(([name, value]) => `/v1/queries?${name}=${value}`),
      text.map((cursor) => `/v1/queries?cursor=${cursor}`),
      text.map((name) => `/v1/connections/${name}`),
      text.map((rest) => `/${rest}`),
      text.map((cursor) => `/v1/queries/${paused}/result?cursor=${cursor}`),
      text.map((connection) => `/v1/cache?connection=${connection}`),
    );
    const header = fc.string({ unit: fc.constantFrom(...' !"=,;*/abcq019-'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        url,
        fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
        header,
        async (address, method, value) => {
          const response = await gateway.request({
            method: method,
            url: address,
            as: 'root',
            headers: {
              accept: value,
              'accept-language': value,
              'if-none-match': value,
              'last-event-id': value,
              prefer: value,
              'idempotency-key': value,
            },
          });
          if (method !== 'HEAD') check(response);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('in keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'Bearbic :=+/.0aZ~-'), maxLength: 40 }),
        async (authorization) => {
          const response = await gateway.request({ url: '/v1/connections', as: null, headers: { authorization } });
          check(response);
          expect(response.statusCode).toBe(401);
        },
      ),
      { numRuns: 100 },
    );
    for (const name of Object.keys(keys) as KeyName[]) check(await gateway.request({ url: '/v1/queries', as: name }));
  });
});
