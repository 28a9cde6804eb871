import { bilingual } from '@querent/language';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const cause = 'password authentication failed for user "reader_login_5"';

describe('finding out why a question failed', () => {
  let gateway: GatewayUnderTest;
  let failed: string;
  beforeAll(async () => {
    gateway = await startGateway({ TRACE_URL: 'https://traces.example.com/trace/{traceId}' });
    const { id } = await gateway.ask({ question: 'how many orders', cache: 'bypass' }, 'bob');
    await gateway.advance(id, {
      event: 'failed',
      stage: 'intent',
      patch: {
        error: { code: 'connection_unavailable', message: 'It cannot be reached.', actions: [] },
        technicalError: cause,
      },
      steps: [{ kind: 'failed', message: 'It cannot be reached.' }],
    });
    failed = id;
    const letter = {
      tenant: 'acme',
      job: 'execute' as const,
      version: 1,
      reason: cause,
      at: '2026-11-21T00:00:00.000Z',
    };
    await gateway.services.letters.add({ ...letter, id: 'of it', runId: id });
    await gateway.services.letters.add({ ...letter, id: 'of another', runId: 'q0000000000' });
    await gateway.ask({ connection: 'hall', cache: 'bypass' }, 'alice');
  }, 60_000);
  afterAll(() => gateway.stop());

  const get = (url: string, as: KeyName) => gateway.request({ url, as });
  const diagnosis = (as: KeyName) => get(`/v1/queries/${failed}/diagnosis`, as);
  const listed = async (query: string, as: KeyName): Promise<string[]> => {
    const response = await get(`/v1/queries?${query}`, as);
    const { runs } = response.json<{ runs: { askedBy: string; connection: string }[] }>();
    return runs.map(({ askedBy, connection }) => `${askedBy} ${connection}`);
  };

  it('shows an administrator who asked, the trace, the technical cause and the dead letters of the run', async () => {
    const run = await gateway.services.store.get(failed);
    expect((await diagnosis('root')).json()).toEqual({
      askedBy: 'bob',
      traceId: run?.traceparent.split('-')[1],
      traceUrl: `https://traces.example.com/trace/${run?.traceparent.split('-')[1]}`,
      cause,
      deadLetters: [expect.objectContaining({ id: 'of it', reason: cause })],
    });
  });

  it('hides technical texts from an administrator without sql:read', async () => {
    const shown = await diagnosis('chief');
    expect(shown.body).not.toMatch(/password|reader_login_5/);
    expect(shown.json()).toMatchObject({ askedBy: 'bob', cause: null, deadLetters: [{ id: 'of it' }] });
  });

  it.each([
    ['bob', 403],
    ['alice', 403],
    ['ops', 403],
    ['eve', 404],
  ] as const)('refuses %s with %d', async (as, status) => {
    expect((await diagnosis(as)).statusCode).toBe(status);
  });

  it('lists the runs of a connection and those of a key, and of others to an administrator alone', async () => {
    expect(await listed('', 'root')).toEqual(['alice hall', 'bob shop']);
    expect(await listed('connection=shop', 'root')).toEqual(['bob shop']);
    expect(await listed('askedBy=alice', 'root')).toEqual(['alice hall']);
    expect(await listed('askedBy=alice&connection=shop', 'root')).toEqual([]);
    expect(await listed('askedBy=alice', 'bob')).toEqual(['bob shop']);
    expect(await listed('', 'eve')).toEqual([]);
  });

  it('lists the mistakes of a connection that has never been valid, to operators', async () => {
    const { problems } = (await get('/v1/problems', 'opsSql')).json();
    expect(problems).toContainEqual(
      expect.objectContaining({ file: 'connections/broken.yaml', path: 'colour', line: 2 }),
    );
    const reduced = (await get('/v1/problems', 'ops')).json();
    expect(reduced.problems).toContainEqual(expect.objectContaining({ file: 'connections/broken.yaml', path: '' }));
    expect(JSON.stringify(reduced)).not.toContain('colour');
    expect((await get('/v1/problems', 'root')).statusCode).toBe(403);
  });

  it('explains mistakes and findings in the language of Accept-Language', async () => {
    const what = bilingual('The login has {detail} on the database {subjects}{via}.', {
      detail: 'TEMPORARY',
      subjects: 'shop',
      via: bilingual(' through PUBLIC (every login)'),
    });
    const { snapshots } = gateway.services;
    const before = await snapshots.status('down');
    const detail = bilingual('the login could not be resolved: a variable in its url is missing');
    const fix = ['REVOKE TEMPORARY ON DATABASE shop FROM PUBLIC'];
    const finding = { rule: 'creates_in_database', severity: 'warn' as const, what, fix };
    await snapshots.setStatus('down', before.state, detail, [finding]);
    const shown = async (language: string) => {
      const headers = { 'accept-language': language };
      const one = (await gateway.request({ url: '/v1/connections/down', as: 'opsSql', headers })).json();
      const { problems } = (await gateway.request({ url: '/v1/problems', as: 'opsSql', headers })).json();
      const refreshed = await gateway.request({
        method: 'POST',
        url: '/v1/connections/down/refresh',
        as: 'opsSql',
        headers,
      });
      return [
        one.status.detail,
        refreshed.json().detail,
        one.logins[0].findings,
        problems.find(({ path }: { path: string }) => path === 'colour').message,
      ];
    };
    expect(await shown('zh-CN')).toEqual([
      '无法确定登录账号：其 url 中有一个变量没有设置',
      '无法确定登录账号：其 url 中有一个变量没有设置',
      [{ ...finding, what: '该登录账号在数据库 shop（通过 PUBLIC，即所有登录账号）上有 TEMPORARY 权限。' }],
      expect.stringMatching(/^未知的键“colour”。/),
    ]);
    const english = expect.stringMatching(/^Unknown key "colour"\./);
    expect(await shown('en')).toEqual([detail, detail, [finding], english]);
    expect(await shown('fr')).toEqual([detail, detail, [finding], english]);
    await snapshots.setStatus('down', before.state, before.detail, before.findings ?? []);
  });

  it('shows when a login has last read the schema', async () => {
    const readAt = async (name: string) =>
      (await get(`/v1/connections/${name}`, 'ops')).json().logins[0].schemaReadAt as string | null;
    expect([await readAt('shop'), await readAt('fresh')]).toEqual(['2026-01-01T00:00:00.000Z', null]);
  });
});
