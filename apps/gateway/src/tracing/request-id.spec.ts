import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { symbols } from 'pino';
import { pause, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { requestIdOf } from './request-id';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the id of a request', () => {
  it.each(['a', 'A.b_c:1-2', 'x'.repeat(128)])('is the well-formed id of the client: %s', (given) =>
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toBe(given),
  );
  it.each([undefined, '', 'a b', 'ü', 'x'.repeat(129), '<b>', 'a,b', 'a\n'])('is made instead of %j', (given) =>
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toMatch(uuid),
  );
});

describe('the gateway', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    gateway = await startGateway({ LOG_LEVEL: 'error' });
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    Object.assign(gateway.services.logger, { [symbols.streamSym]: { write } });
    base = await gateway.listen();
  });
  afterAll(() => gateway.stop());

  it.each<[string, string, object, number]>([
    ['a success', '/v1/connections', {}, 200],
    ['a public route', '/healthz', {}, 200],
    ['a page of the documentation', '/docs', {}, 200],
    ['a response without a key', '/v1/connections', { as: null }, 401],
    ['a missing permission', '/v1/audit', { as: 'bob' }, 403],
    ['an unknown run', '/v1/queries/q0000000000', { as: 'bob' }, 404],
    ['an unknown route', '/v1/nothing', { as: 'bob' }, 404],
    ['an error of the framework', '/v1/queries/%FF', { as: 'bob' }, 400],
    ['a too long parameter', `/v1/queries/${'x'.repeat(200)}`, { as: 'bob' }, 400],
    ['a malformed body', '/v1/queries', { method: 'POST', payload: '{', as: 'bob' }, 400],
    ['an unsupported type', '/v1/queries', { method: 'POST', payload: 'x', type: 'text/plain' }, 415],
    ['the dashboard of queues', '/queues', { as: null }, 401],
    ['MCP', '/mcp', { method: 'DELETE' }, 405],
  ])('returns it with %s', async (_, url, { type, ...options }: { type?: string }, status) => {
    const headers = { 'x-request-id': 'order_no_pk:1', 'content-type': type ?? 'application/json' };
    const response = await gateway.request({ url, ...options, headers });
    expect(response.statusCode).toBe(status);
    expect(response.headers['x-request-id']).toBe('order_no_pk:1');
    if (String(response.headers['content-type']).startsWith('application/problem+json'))
      expect(response.json()).toMatchObject({ requestId: 'order_no_pk:1' });
  });

  it('makes an id for a request without one', async () => {
    const response = await gateway.request({ url: '/v1/nothing' });
    expect(response.json().requestId).toMatch(uuid);
    expect(response.headers['x-request-id']).toBe(response.json().requestId);
  });

  it('returns it with an event stream', async () => {
    const run = await gateway.ask();
    await gateway.advance(run.id, pause());
    const headers = { authorization: 'Bearer alice-key', 'x-request-id': 'stream-1' };
    const [response] = (await once(get(`${base}/v1/queries/${run.id}/events`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    expect([response.statusCode, response.headers['x-request-id']]).toEqual([200, 'stream-1']);
    response.destroy();
  });

  it('adds it to the log lines about the request, also after its body was read', async () => {
    const read = jest.spyOn(gateway.services.store, 'get').mockImplementation(async () => {
      await Promise.resolve();
      gateway.services.logger.error('a service failed');
      throw new Error('a bug');
    });
    const ids = ['log-1', 'log-2'];
    const send = (id: string) =>
      fetch(`${base}/v1/queries/q0000000000/clarification`, {
        method: 'POST',
        headers: { authorization: 'Bearer alice-key', 'content-type': 'application/json', 'x-request-id': id },
        body: '{"clarificationId":"c","text":"x"}',
      });
    const responses = await Promise.all(ids.map(send));
    read.mockRestore();
    expect(responses.map(({ status }) => status)).toEqual([500, 500]);
    for (const text of ['a service failed', 'a request failed'])
      expect(
        lines
          .flatMap(({ msg, requestId }) => (msg === text ? [requestId] : []))
          .filter((id) => id !== 'stream-1')
          .sort(),
      ).toEqual(ids);
  });
});
