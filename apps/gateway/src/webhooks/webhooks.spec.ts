import { createHmac } from 'node:crypto';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { cancelRun } from '@querent/saga';
import { waitFor } from '@querent/testing';
import { Webhook } from 'standardwebhooks';
import { pause, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { Receiver, type Received } from '../testing/webhook-receiver';
import { callBack } from './call-back';

const secret = 'a secret of the tests';

describe('webhooks', () => {
  let gateway: GatewayUnderTest;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = new Receiver();
    await receiver.start();
    gateway = await startGateway({
      QUERENT_SECRET_KEY: secret,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_TIMEOUT_MS: '500',
      WEBHOOK_ATTEMPTS: '2',
      SWEEP_INTERVAL_MS: '100',
    });
    gateway.webhooks?.start();
  });
  afterAll(async () => {
    await gateway.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.calls.length = 0;
    receiver.answers = [];
  });

  const asked = (as: 'alice' | 'bob' = 'alice') => gateway.ask({ callbackUrl: receiver.url }, as);
  const called = (times: number) => waitFor(() => receiver.calls.length >= times);
  const ended = async () =>
    (await gateway.services.store.keys
      .allCallbacks()
      .reduce(async (sum, key) => (await sum) + (await gateway.services.redis.zcard(key)), Promise.resolve(0))) === 0;

  it('send a pause as the same object that polling returns, signed over time and body', async () => {
    const run = await asked('bob');
    await gateway.advance(run.id, pause('cl9'));
    await called(1);
    const [{ headers, body }] = receiver.calls as [Received];
    const polled = (await gateway.request({ url: `/v1/queries/${run.id}`, as: 'bob' })).json();
    expect(JSON.parse(body)).toEqual(polled);
    expect(polled.clarification.id).toBe('cl9');
    expect(headers['x-querent-event']).toBe('awaiting_clarification');
    expect(headers['x-querent-delivery']).toBe(`${run.id}-2`);
    const [, time = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-querent-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
    expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(5);
  });

  it('are signed with a key of the tenant, which only its administrators can read', async () => {
    const secretOf = async (as: 'root' | 'eve' | 'bob') =>
      (await gateway.request({ url: '/v1/webhook-secret', as })).json().secret as string | undefined;
    const [own, others, askers] = [await secretOf('root'), await secretOf('eve'), await secretOf('bob')];
    await cancelRun(gateway.services.store, (await asked('bob')).id);
    await called(1);
    const [{ headers, body }] = receiver.calls as [Received];
    const [, time = '', mac = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-querent-tenant-signature'])) ?? [];
    expect(mac).toBe(
      createHmac('sha256', own ?? '')
        .update(`${time}.${body}`)
        .digest('hex'),
    );
    expect([own, others, askers]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.not.stringMatching(String(own)),
      undefined,
    ]);
    await waitFor(async () =>
      (await gateway.request({ url: '/v1/audit?kind=administered', as: 'root' })).body.includes(
        'GET /v1/webhook-secret',
      ),
    );
  });

  it('pass a Standard Webhooks verifier with the secret that the tenant’s administrators read', async () => {
    const { secret: text, standardSecret } = (await gateway.request({ url: '/v1/webhook-secret', as: 'root' })).json();
    const run = await asked('bob');
    await cancelRun(gateway.services.store, run.id);
    await called(1);
    const [{ headers, body }] = receiver.calls as [Received];
    const own = headers as Record<string, string>;
    expect(new Webhook(standardSecret).verify(body, own)).toMatchObject({ id: run.id, status: 'cancelled' });
    expect(new Webhook(text, { format: 'raw' }).verify(body, own)).toMatchObject({ id: run.id });
    expect(own['webhook-id']).toBe(own['x-querent-delivery']);
    expect(own['x-querent-tenant-signature']).toMatch(`t=${own['webhook-timestamp']},`);
    const other = (await gateway.request({ url: '/v1/webhook-secret', as: 'eve' })).json();
    expect(() => new Webhook(other.standardSecret).verify(body, own)).toThrow('No matching signature found');
  });

  it('of one tenant with a hanging receiver leave slots for other tenants', async () => {
    receiver.answers = Array.from({ length: 200 }, () => ({ status: 200, hang: true }));
    const runs = await Promise.all(Array.from({ length: 40 }, () => asked()));
    const others = new Receiver();
    await others.start();
    const other = await gateway.ask({ callbackUrl: others.url }, 'eve');
    await Promise.all(runs.map(({ id }) => cancelRun(gateway.services.store, id)));
    await cancelRun(gateway.services.store, other.id);
    await waitFor(() => others.calls.length === 1);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(16);
    await others.stop();
    await waitFor(ended, { timeoutMs: 30_000 });
  }, 40_000);

  it('show only what a key without sql:read may see, for every asker', async () => {
    const run = await asked('alice');
    await gateway.advance(
      run.id,
      { event: 'unplanned', stage: 'intent' },
      { event: 'retrieved', stage: 'schema-retrieval' },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { attempts: [{ n: 1, sql: 'select order_no_pk from t_order_2024', at: new Date().toISOString() }] },
      },
    );
    await cancelRun(gateway.services.store, run.id);
    await called(1);
    expect(receiver.calls[0]?.headers['x-querent-event']).toBe('cancelled');
    expect(receiver.calls[0]?.body).not.toMatch(/t_order_2024|order_no_pk|select/);
  });

  it('are retried when the receiver fails, and finally become a dead letter', async () => {
    receiver.answers = [{ status: 500 }, { status: 503 }];
    const run = await asked();
    await cancelRun(gateway.services.store, run.id);
    await called(2);
    const letters = await waitFor(async () => {
      const found = await gateway.services.letters.list(10);
      return found.some(({ runId }) => runId === run.id) ? found : undefined;
    });
    expect(letters.find(({ runId }) => runId === run.id)).toMatchObject({
      job: 'callback',
      reason: 'status 503',
      version: 2,
    });
    expect(receiver.calls.map(({ headers }) => headers['x-querent-delivery'])).toEqual([`${run.id}-2`, `${run.id}-2`]);
    await waitFor(ended);
  });

  it('are not repeated after a successful call', async () => {
    const run = await asked();
    await cancelRun(gateway.services.store, run.id);
    await waitFor(ended);
    expect(receiver.calls).toHaveLength(1);
    expect(run.request.callbackUrl).toBe(receiver.url);
  });

  it('skip a pause that was answered before its call', async () => {
    receiver.answers = [{ status: 500 }];
    const run = await asked();
    await gateway.advance(run.id, pause('cl1'));
    await called(1);
    await cancelRun(gateway.services.store, run.id);
    await waitFor(ended);
    expect(receiver.calls.map(({ headers }) => headers['x-querent-event'])).toEqual([
      'awaiting_clarification',
      'cancelled',
    ]);
  });

  it.each<[string, Receiver['answers'][number], string]>([
    ['a redirect is not followed', { status: 302, location: 'http://127.0.0.1:1/elsewhere' }, 'failed'],
    ['a receiver that answers 410 is not called again', { status: 410 }, 'gone'],
    ['a receiver that does not answer is given up', { status: 200, hang: true }, 'failed'],
    ['an answer without end is not read to the end', { status: 200, endless: true }, 'taken'],
    ['an answer that drips is taken at its status', { status: 200, drips: true }, 'taken'],
    ['a flood of early hints is given up', { status: 103, hints: true }, 'failed'],
  ])('%s', async (_name, answer, kind) => {
    receiver.answers = [answer];
    const result = await callBack(
      { url: receiver.url, body: '{}', headers: {} },
      { timeoutMs: 300, allowPrivate: true },
      new AbortController().signal,
    );
    expect(result.kind).toBe(kind);
  });

  it('gives up a server that never ends its TLS handshake', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const result = await callBack(
      { url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`, body: '{}', headers: {} },
      { timeoutMs: 200, allowPrivate: true },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ kind: 'failed' });
    // Ends when the caller closes the connection.
    await new Promise((closed) => silent.close(closed));
  });

  it('parse the callback URL as it was checked, so that no part of it reaches the headers', async () => {
    await callBack(
      { url: `${receiver.url}?a=1\r\nX-Evil: 1\t&b=%0d%0aX-Evil:2`, body: '{}', headers: {} },
      { timeoutMs: 300, allowPrivate: true },
      new AbortController().signal,
    );
    expect(receiver.calls[0]?.headers).not.toHaveProperty('x-evil');
    for (const callbackUrl of [
      'ftp://hooks.example.org/',
      'file:///etc/passwd',
      'javascript:1',
      'https://u:p@hooks.example.org/',
      `https://hooks.example.org/${'x'.repeat(2_048)}`,
    ]) {
      const refused = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: { question: 'q', connection: 'shop', callbackUrl },
      });
      expect([callbackUrl, refused.statusCode]).toEqual([callbackUrl, 400]);
    }
  });

  it.each(['http://127.0.0.1:9/x', 'http://localhost:9/x', 'http://[::1]:9/x'])(
    'never reach a private address: %s',
    async (url) => {
      const result = await callBack(
        { url, body: '{}', headers: {} },
        { timeoutMs: 300, allowPrivate: false },
        new AbortController().signal,
      );
      expect(result).toEqual({ kind: 'gone', reason: 'The address is private, link-local or reserved' });
    },
  );
});
