import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import type { ConfiguredKey } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { TenantAsker } from '../product/tenant-asker';
import { everythingInRedis } from '../product/redis-texts';

/** The second name contains characters that could break a Redis key or make it equal to another tenant's. */
const [ALPHA, BETA] = ['alpha', 'be*ta}@alpha'];
/** Patterns of values that only one tenant's rows contain and no question mentions. */
const canaries = { alpha: /ZQALPHA/i, beta: /ZQBETA/i };

const CLIENTS = `
  CREATE ROLE login_alpha LOGIN PASSWORD 'a'; CREATE ROLE login_beta LOGIN PASSWORD 'b'; CREATE ROLE login_next LOGIN PASSWORD 'n';
  CREATE ROLE login_root LOGIN SUPERUSER PASSWORD 'r';
  CREATE TABLE client (id int PRIMARY KEY, keeper name, name text, region text, joined date, revenue numeric, margin numeric);
  CREATE TABLE complaint (id int PRIMARY KEY, client_id int REFERENCES client, topic text);
  INSERT INTO client SELECT n, 'login_alpha', 'Client ZQALPHA' || n, (ARRAY['Harbour ZQALPHA1', 'Harbour ZQALPHA2', 'Hill ZQALPHA3'])[n % 3 + 1], date '2026-01-01' + n, n, n FROM generate_series(1, 30) n;
  INSERT INTO client SELECT n, 'login_beta', 'Client ZQBETA' || n, (ARRAY['Harbour ZQBETA1', 'Harbour ZQBETA2'])[n % 2 + 1], date '2020-01-01' + n, n, n FROM generate_series(101, 112) n;
  INSERT INTO complaint SELECT n, n, 'Topic ZQALPHA' FROM generate_series(1, 7) n;
  ALTER TABLE client ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON client USING (keeper = current_user);
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  GRANT USAGE ON SCHEMA public TO login_alpha, login_beta, login_next;
  GRANT SELECT ON client, complaint TO login_alpha;
  GRANT SELECT (id, name, region, joined, revenue) ON client TO login_beta, login_next;
  ANALYZE;
`;

const MODEL = `
defaultLocale: en
timezone: Asia/Shanghai
tables:
  client:
    label: { zh: 客户, en: client }
    columns:
      keeper: { role: hidden }
      region: { label: { zh: 地区, en: region }, role: dimension, values: index }
      margin: { label: { zh: 毛利, en: margin }, role: measure }
      revenue: { label: { zh: 营收, en: revenue }, role: measure }
  complaint:
    label: { zh: 投诉, en: complaint }
metrics:
  average_margin: { label: { zh: 平均毛利, en: average margin }, expression: avg(client.margin) }
`;

describe('two tenants with separate logins', () => {
  let postgres: ThrowAwayPostgres;
  let fixture: ConfiguredStack;
  let stack: TestStack;
  const asker = (key: string): TenantAsker => new TenantAsker(stack.url, key);
  const urlOf = (user: string, password: string): string =>
    Object.assign(new URL(postgres.url), { username: user, password }).href;
  const connection = (beta: string): string =>
    JSON.stringify({
      label: { zh: '客户管理', en: 'CRM' },
      url: urlOf('login_alpha', 'a'),
      roles: { [ALPHA]: urlOf('login_alpha', 'a'), [BETA]: beta },
    });

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(CLIENTS);
    const operator = keyOf('operator', 'house', ['operate', 'sql:read']);
    fixture = await ConfiguredStack.open(
      [keyOf('alpha', ALPHA), keyOf('beta', BETA), keyOf('gamma', 'gamma'), operator],
      {
        'connections/crm.yaml': connection(urlOf('login_beta', 'b')),
        'connections/vault.yaml': JSON.stringify({ url: urlOf('login_root', 'r') }),
        'models/crm.yaml': MODEL,
      },
    );
    stack = fixture.stack;
    await Promise.all(['alpha', 'beta'].map((key) => asker(key).connectionIs('crm', 'ready')));
  }, 120_000);
  afterAll(async () => {
    await fixture?.leave();
    await postgres?.stop();
  }, 60_000);

  it.each([
    ['how many clients are there', 30, 12],
    ['有多少客户', 30, 12],
    ['total revenue', 465, 1278],
    ['总营收是多少', 465, 1278],
  ])(
    'each tenant gets the figures of its own rows: %s',
    async (question, alpha, beta) => {
      for (const [key, figure] of [
        ['alpha', alpha],
        ['beta', beta],
        ['alpha', alpha],
      ] as const) {
        const run = await asker(key).answered({ question, connection: 'crm' });
        expect([key, run.status, Number(run.result?.rows[0]?.[0])]).toEqual([key, 'succeeded', figure]);
      }
    },
    60_000,
  );

  it('a tenant never gets the other tenant’s cached answers', async () => {
    const question = { question: 'number of clients by region', connection: 'crm' };
    const levels = [];
    for (const key of ['alpha', 'alpha', 'beta', 'beta'] as const) {
      const run = await asker(key).answered(question);
      levels.push(run.cache.level);
      const [own, others] = key === 'alpha' ? [canaries.alpha, canaries.beta] : [canaries.beta, canaries.alpha];
      expect([own.test(JSON.stringify(run)), others.test(JSON.stringify(run))]).toEqual([true, false]);
    }
    expect(levels).toEqual(['none', 'l1', 'none', 'l1']);
  }, 60_000);

  it.each(['how many clients in Harbour', 'Harbour有多少客户'])(
    'a clarification offers each tenant only values of its own rows: %s',
    async (question) => {
      for (const [key, values] of [
        ['alpha', ['ZQALPHA1', 'ZQALPHA2']],
        ['beta', ['ZQBETA1', 'ZQBETA2']],
      ] as const) {
        const { clarification } = await asker(key).settled({ question, connection: 'crm' });
        const labels = clarification?.options.map(({ label }) => label).join() ?? '';
        expect(values.map((value) => labels.includes(value))).toEqual([true, true]);
        expect(labels).not.toMatch(key === 'alpha' ? canaries.beta : canaries.alpha);
      }
    },
    60_000,
  );

  it.each(['average margin of clients', '平均毛利是多少', 'how many complaints are there', '有多少投诉'])(
    'a question is planned only with columns that the tenant’s login may read: %s',
    async (question) => {
      expect(await asker('alpha').settled({ question, connection: 'crm' })).toMatchObject({ status: 'succeeded' });
      const run = await asker('beta').settled({ question, connection: 'crm' });
      // Whatever the outcome, no statement was attempted that the login may not run.
      expect(run).toMatchObject({ attempts: [] });
      expect(run.result).toBeNull();
      expect(['awaiting_clarification', 'failed', 'succeeded']).toContain(run.status);
      expect(run.error?.code ?? 'none').not.toMatch(/query_failed|misconfigured|unavailable/);
    },
    60_000,
  );

  it.each([
    ['alpha', ALPHA, []],
    ['beta', BETA, ['tables.client.columns.margin', 'tables.complaint', 'metrics.average_margin']],
  ] as const)(
    'operators see the status of the login of %s and the names that it may not read, but no address',
    async (_, name, absent) => {
      const { body } = await asker('operator').call<{
        logins: { tenant: string; status: { state: string }; notes: { path: string }[] }[];
      }>('/v1/connections/crm');
      expect(
        body.logins
          .filter(({ tenant }) => tenant === name)
          .map(({ tenant, status, notes }) => [tenant, status.state, notes.map(({ path }) => path)]),
      ).toEqual([[name, 'ready', absent]]);
      expect((await asker('alpha').call('/v1/connections/crm')).status).toBe(403);
      expect(JSON.stringify(body)).not.toMatch(/postgres:|127\.0\.0\.1|login_root/);
    },
  );

  it('a tenant receives nothing of the other in any byte', async () => {
    for (const key of ['alpha', 'beta'] as const) {
      const one = asker(key);
      for (const id of await one.listed()) await one.readAll(id);
      for (const path of [
        '/v1/connections',
        '/v1/connections/crm/schema',
        '/v1/connections/crm/model',
        '/v1/connections/crm/samples',
      ])
        await one.text(path);
      const [own, others] = key === 'alpha' ? [canaries.alpha, canaries.beta] : [canaries.beta, canaries.alpha];
      expect([own.test(one.received()), others.exec(one.received())]).toEqual([true, null]);
    }
  }, 60_000);

  it('Redis mixes no data of two tenants, and logs and metrics contain none', async () => {
    const stored = await everythingInRedis(stack.redisUrl);
    expect(
      stored.filter(({ text }) => canaries.alpha.test(text) && canaries.beta.test(text)).map(({ key }) => key),
    ).toEqual([]);
    expect(
      stored.filter(({ key, text }) => /crm@be/.test(key) && canaries.alpha.test(text)).map(({ key }) => key),
    ).toEqual([]);
    expect(stored.filter(({ key }) => /\{conn:crm\}:(snapshot|revision)/.test(key))).toEqual([]);
    const metrics = await Promise.all(
      Object.values(stack.healthUrls)
        .flat()
        .map(async (url) => (await fetch(`${url}/metrics`)).text()),
    );
    for (const text of [stack.log(), ...metrics])
      expect(canaries.alpha.exec(text) ?? canaries.beta.exec(text)).toBeNull();
    expect(metrics.join('\n')).toMatch(
      /querent_connection_findings\{.*connection="vault".*severity="refuse".*\} [1-9]/,
    );
  }, 60_000);

  it('a tenant without a login is refused and does not see the connection', async () => {
    const third = asker('gamma');
    expect(await third.submit({ question: 'how many clients are there', connection: 'crm' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await third.text('/v1/connections')).not.toContain('crm');
    for (const path of ['schema', 'model'])
      expect(await third.text(`/v1/connections/crm/${path}`)).toContain('not_found');
  });

  it('a superuser login is refused with instructions for the administrator', async () => {
    const one = asker('gamma');
    await waitFor(async () => (await one.text('/v1/connections')).includes('"misconfigured"'));
    expect((await one.submit({ question: 'how many clients are there', connection: 'vault' })).body.code).toBe(
      'connection_misconfigured',
    );
    const { body } = await asker('operator').call<{
      logins: { findings: { rule: string; severity: string; fix: string[] }[] }[];
    }>('/v1/connections/vault');
    expect(body.logins).toMatchObject([
      { findings: [{ severity: 'refuse', fix: expect.arrayContaining([expect.stringMatching(/NOSUPERUSER/)]) }] },
    ]);
  });

  it('a changed login of a tenant gets nothing that was cached for the former one', async () => {
    const beta = asker('beta');
    const question = { question: 'how many clients are there', connection: 'crm' };
    expect((await beta.answered(question)).cache.level).toBe('l1');
    fixture.write('connections/crm.yaml', connection(urlOf('login_next', 'n')));
    await waitFor(async () => Number((await beta.answered(question)).result?.rows[0]?.[0]) === 0, {
      timeoutMs: 20_000,
    });
    // Models are cached for a second.
    await waitFor(async () => !canaries.beta.test(await beta.text('/v1/connections/crm/model')), { timeoutMs: 20_000 });
    expect((await asker('alpha').answered(question)).cache.level).toBe('l1');
  }, 60_000);

  it('removing a tenant from the connection removes its cached data', async () => {
    fixture.write(
      'connections/crm.yaml',
      JSON.stringify({ url: urlOf('login_alpha', 'a'), roles: { [ALPHA]: urlOf('login_alpha', 'a') } }),
    );
    await waitFor(
      async () =>
        (await everythingInRedis(stack.redisUrl)).every(
          ({ key }) => !/\{(conn|l1):crm@be.*(snapshot|revision|entries)/.test(key),
        ),
      { timeoutMs: 20_000 },
    );
    expect((await asker('beta').submit({ question: 'how many clients are there', connection: 'crm' })).status).toBe(
      403,
    );
  }, 60_000);
});

/** Configuration of a key. `TenantAsker` sends its name as the bearer token. */
function keyOf(name: string, tenant: string, scopes = ['query', 'sql:read', 'admin']): ConfiguredKey {
  return { name: `${name}-key`, tenant, scopes };
}
