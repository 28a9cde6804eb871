import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '@querent/contracts';
import { pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { isShareToken, SHARE_HEADER, shareToken } from './run-share';

const OLD = '0123456789abcdef'.repeat(4);
const NEW = 'fedcba9876543210'.repeat(4);

describe('a share token', () => {
  const run = { id: 'q12345678', tenant: 'acme' };
  const token = shareToken(OLD, run) ?? '';

  it('is valid for its run and tenant alone', () => {
    expect(isShareToken(OLD, run, token)).toBe(true);
    expect(isShareToken(OLD, { ...run, id: 'q12345679' }, token)).toBe(false);
    expect(isShareToken(OLD, { ...run, tenant: 'evil' }, token)).toBe(false);
    // Tenant and id are separate: joined without a border, these would be equal.
    expect(shareToken(OLD, { tenant: 'a', id: 'bc' })).not.toBe(shareToken(OLD, { tenant: 'ab', id: 'c' }));
  });

  it('is signed with the first secret, and valid until its secret is removed', () => {
    expect(isShareToken(`${NEW},${OLD}`, run, token)).toBe(true);
    expect(shareToken(`${NEW},${OLD}`, run)).toBe(shareToken(NEW, run));
    expect(isShareToken(NEW, run, token)).toBe(false);
  });

  it.each(['', ' ', 'x', token.slice(0, -2), `${token}AAAA`, 'é'.repeat(43)])('is not %j', (text) => {
    expect(isShareToken(OLD, run, text)).toBe(false);
  });

  it('does not exist without a secret', () => {
    expect([shareToken(undefined, run), isShareToken(undefined, run, token)]).toEqual([null, false]);
  });
});

describe('a shared run', () => {
  let gateway: GatewayUnderTest;
  let run: Run;
  let token: string;
  beforeAll(async () => {
    gateway = await startGateway({ QUERENT_SECRET_KEY: OLD });
    run = await answered();
    token = (await share(run.id)).json().token;
  });
  afterAll(() => gateway.stop());

  const share = (id: string, as: KeyName = 'alice') =>
    gateway.request({ method: 'POST', url: `/v1/queries/${id}/share`, as });
  const withToken = () => ({ [SHARE_HEADER]: token });

  /** A run with rows and a chart; its question holds a physical name. */
  async function answered(as: KeyName = 'alice'): Promise<Run> {
    const { id } = await gateway.ask({ question: 'how many of t_order_2024', cache: 'bypass' }, as);
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { compiled: { sql: 'select count(*) from t_order_2024', params: [], columns: [], probes: [] } },
      },
    );
    const blob = await gateway.services.results.write(id, executing.version, [[41], [42]]);
    const columns = [{ key: 'c1', label: 'count', type: 'integer' as const }];
    const result = { blob, columns, output: [], rowCount: 2, truncated: false, skipped: [] };
    const spec = { xAxis: { type: 'category', data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [41] }] };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      {
        event: 'presented',
        stage: 'chart',
        patch: { chart: { spec }, answer: { text: '41', chartType: 'bar', suggestions: [] } },
      },
    );
  }

  const readings = (id: string): [url: string, accept?: string][] => [
    [`/v1/queries/${id}`],
    [`/v1/queries/${id}/events`],
    [`/v1/queries/${id}/chart.svg`],
    ...['application/json', 'text/csv', 'application/x-ndjson', 'application/vnd.apache.arrow.stream'].map(
      (accept): [string, string] => [`/v1/queries/${id}/result`, accept],
    ),
  ];
  const statusesOf = (as: KeyName, headers: Record<string, string>, query = '', id = run.id): Promise<number[]> =>
    Promise.all(
      readings(id).map(
        async ([url, accept = '*/*']) =>
          (await gateway.request({ url: url + query, as, headers: { ...headers, accept } })).statusCode,
      ),
    );
  const all = (status: number): number[] => readings('').map(() => status);

  it('is read by other keys of the tenant with the token, in the header or the query string', async () => {
    expect(await statusesOf('bob', withToken())).toEqual(all(200));
    expect(await statusesOf('bob', {}, `?share=${token}`)).toEqual(all(200));
    const csv = await gateway.request({
      url: `/v1/queries/${run.id}/result`,
      as: 'bob',
      headers: { ...withToken(), accept: 'text/csv' },
    });
    expect(csv.body).toContain('41');
  });

  it('is not found without its token, with one of another run, and with a malformed one', async () => {
    const other = (await share((await answered()).id)).json().token;
    const missing = await gateway.request({ url: '/v1/queries/q0000000000', as: 'bob' });
    for (const [headers, query] of [
      [{}, ''],
      [{ [SHARE_HEADER]: other }, ''],
      [{ [SHARE_HEADER]: 'x'.repeat(500) }, `?share=${token}`],
      [{}, '?share='],
      [{}, `?share=${token}&share=${token}`],
    ] as const) {
      expect(await statusesOf('bob', headers, query)).toEqual(all(404));
      const refused = await gateway.request({ url: `/v1/queries/${run.id}${query}`, as: 'bob', headers });
      expect({ ...refused.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
    }
  });

  it.each<[string, KeyName, number]>([
    ['of another tenant, even an administrator', 'eve', 404],
    ['that may not ask the connection', 'narrow', 404],
    ['without the scope to ask', 'operator', 403],
    ['of an operator', 'ops', 403],
  ])('is not read by a key %s', async (_, as, status) => {
    expect(await statusesOf(as, withToken())).toEqual(all(status));
  });

  it('is not read without a key', async () => {
    const { statusCode } = await gateway.request({ url: `/v1/queries/${run.id}?share=${token}`, as: null });
    expect(statusCode).toBe(401);
  });

  it('is shown by the scopes of its reader, not of its asker', async () => {
    const ofBob = await answered('bob');
    const tokenOfBob = (await share(ofBob.id, 'bob')).json().token;
    const read = (id: string, as: KeyName, of = '') =>
      gateway.request({ url: `/v1/queries/${id}`, as, headers: { [SHARE_HEADER]: of } });
    const [own, viewer] = [await read(run.id, 'alice'), await read(run.id, 'bob', token)];
    expect(own.json()).toMatchObject({ question: 'how many of t_order_2024', sql: expect.stringContaining('select') });
    expect(viewer.json().sql).toBeNull();
    expect(viewer.body).not.toMatch(/t_order_2024|order_no_pk|select/i);
    const [ownOfBob, withSql] = [await read(ofBob.id, 'bob'), await read(ofBob.id, 'alice', tokenOfBob)];
    expect(ownOfBob.json()).toMatchObject({ question: 'how many of t_order_2024', sql: null });
    expect(withSql.json().sql).toContain('select');
    // The question of an administrator's view is gated as well, so that its tag differs from the asker's.
    const other = await read(ofBob.id, 'chief');
    expect([other, ownOfBob].map(({ headers }) => String(headers['etag']).slice(-2))).toEqual(['o"', 'b"']);
  });

  it('accepts no reply, cancellation, rating or further share by the token', async () => {
    const paused = await gateway.advance((await gateway.ask({ cache: 'bypass' })).id, pause());
    const headers = { [SHARE_HEADER]: (await share(paused.id)).json().token };
    expect((await gateway.request({ url: `/v1/queries/${paused.id}`, as: 'bob', headers })).statusCode).toBe(200);
    const acts: [method: 'POST' | 'GET', rest: string, payload?: object][] = [
      ['POST', '/clarification', { clarificationId: 'cl1', optionId: 'o1' }],
      ['POST', '/cancel'],
      ['POST', '/feedback', { rating: 'up' }],
      ['GET', '/feedback'],
      ['POST', '/share'],
    ];
    for (const [method, rest, payload] of acts) {
      const url = `/v1/queries/${paused.id}${rest}?share=${headers[SHARE_HEADER]}`;
      const { statusCode } = await gateway.request({ method, url, as: 'bob', headers, payload });
      expect([rest, statusCode]).toEqual([rest, 404]);
    }
    expect(await gateway.services.store.get(paused.id)).toMatchObject({ status: 'awaiting_clarification' });
  });

  it('is shared by its asker and by administrators of the tenant alone, each with the same token', async () => {
    const response = await share(run.id, 'root');
    expect([response.json(), response.headers['cache-control']]).toEqual([{ token }, 'no-store']);
    for (const as of ['bob', 'eve'] as const) expect((await share(run.id, as)).statusCode).toBe(404);
  });

  it('leaves traces in the audit trail: who shared it, and who read its rows', async () => {
    const mine = await answered();
    const headers = { [SHARE_HEADER]: (await share(mine.id)).json().token };
    await gateway.request({ url: `/v1/queries/${mine.id}`, as: 'bob', headers });
    await gateway.request({
      url: `/v1/queries/${mine.id}/result`,
      as: 'bob',
      headers: { ...headers, accept: 'text/csv' },
    });
    await gateway.request({ url: `/v1/queries/${mine.id}?share=${headers[SHARE_HEADER]}`, as: 'narrow' });
    await gateway.services.audit.trail.drain();
    const { entries } = await gateway.services.audit.trail.read({ tenant: 'acme', runId: mine.id }, { limit: 100 });
    const seen = entries.map(({ kind, key, detail }) => [kind, key, detail]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['shared', 'alice', undefined],
        ['result_read', 'bob', 'preview'],
        ['result_read', 'bob', 'text/csv'],
        ['denied', 'narrow', `GET /v1/queries/${mine.id}?share=…`],
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain(headers[SHARE_HEADER]);
  });

  it('ends an event stream when the key of its reader is revoked', async () => {
    const base = await gateway.listen();
    const open = await gateway.ask({ cache: 'bypass' });
    const headers = { authorization: 'Bearer bob-key', [SHARE_HEADER]: (await share(open.id)).json().token };
    const stream = await fetch(`${base}/v1/queries/${open.id}/events`, { headers });
    expect(stream.status).toBe(200);
    const text = stream.text();
    const path = join(gateway.configDir, 'keys.yaml');
    const before = await readFile(path, 'utf8');
    await writeFile(path, '[]');
    await gateway.services.catalog.reload();
    expect(await text).not.toContain('event: end');
    await writeFile(path, before);
    await gateway.services.catalog.reload();
  });
});

it('refuses to share without a signing key', async () => {
  const gateway = await startGateway();
  try {
    const { id } = await gateway.ask();
    const response = await gateway.request({ method: 'POST', url: `/v1/queries/${id}/share` });
    expect(response.json()).toMatchObject({ status: 400, code: 'bad_request', errors: [{ path: 'share' }] });
    const reading = await gateway.request({ url: `/v1/queries/${id}?share=x`, as: 'bob' });
    expect(reading.statusCode).toBe(404);
  } finally {
    await gateway.stop();
  }
});
