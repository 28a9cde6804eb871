import type { RunView } from '@querent/contracts';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';

/**
 * Four years of visits with an index by day; visits that ended years ago; notes without any index; parcels with an
 * index by depot; and views that wait for each row.
 */
const SITE = `
  CREATE TABLE page_visit (id int PRIMARY KEY, visit_dt date, chan_cd text);
  INSERT INTO page_visit SELECT n, current_date - n / 60, (ARRAY['app', 'web', 'shop'])[n % 3 + 1] FROM generate_series(0, 87600) n;
  CREATE INDEX ON page_visit (visit_dt);
  CREATE TABLE old_visit (id int PRIMARY KEY, old_dt date, old_chan text);
  INSERT INTO old_visit SELECT n, date '2021-06-30' - n / 60, (ARRAY['app', 'web', 'shop'])[n % 3 + 1] FROM generate_series(0, 87600) n;
  CREATE INDEX ON old_visit (old_dt);
  CREATE TABLE heap_row (heap_no int, heap_cd text);
  INSERT INTO heap_row SELECT n, (ARRAY['x', 'y'])[n % 2 + 1] FROM generate_series(1, 60000) n;
  CREATE TABLE parcel_row (id int PRIMARY KEY, depot_cd text);
  INSERT INTO parcel_row SELECT n, 'depot ' || n % 40 FROM generate_series(1, 60000) n;
  INSERT INTO parcel_row SELECT n, 'depot 7' FROM generate_series(60001, 60200) n;
  CREATE INDEX ON parcel_row (depot_cd);
  CREATE TABLE nap (id int PRIMARY KEY, nap_cd text);
  INSERT INTO nap SELECT n, (ARRAY['long', 'short'])[n % 2 + 1] FROM generate_series(1, 40) n;
  CREATE FUNCTION lie_down(s float) RETURNS float LANGUAGE plpgsql STABLE COST 100000 AS 'BEGIN PERFORM pg_sleep(s); RETURN s; END';
  CREATE FUNCTION nod(s float) RETURNS float LANGUAGE plpgsql STABLE COST 1 AS 'BEGIN PERFORM pg_sleep(s); RETURN s; END';
  CREATE VIEW deep_nap AS SELECT id, nap_cd, lie_down(0.04 + id * 0) AS depth FROM nap;
  CREATE VIEW light_nap AS SELECT id, nap_cd, nod(0.005 + id * 0) AS lightness FROM nap;
  CREATE ROLE asker LOGIN;
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO asker;
`;
const MODEL = `
tables:
  page_visit: { label: { zh: 访问, en: visit }, defaultTime: page_visit.visit_dt, columns: { chan_cd: { label: { zh: 渠道, en: channel }, role: dimension }, visit_dt: { label: { zh: 访问日期, en: visit date }, role: time } } }
  old_visit: { label: { zh: 旧访问, en: archived call }, defaultTime: old_visit.old_dt, columns: { old_chan: { label: { zh: 旧渠道, en: archived source }, role: dimension }, old_dt: { label: { zh: 旧日期, en: archived date }, role: time } } }
  heap_row: { label: { zh: 便条, en: note }, columns: { heap_no: { label: { zh: 编号, en: note number }, role: measure }, heap_cd: { label: { zh: 便条颜色, en: note colour }, role: dimension } } }
  parcel_row: { label: { zh: 包裹, en: parcel }, columns: { depot_cd: { label: { zh: 仓库, en: depot }, role: dimension } } }
  nap: { label: { zh: 小睡, en: nap }, columns: { nap_cd: { label: { zh: 类型, en: nap kind }, role: dimension } } }
  deep_nap: { label: { zh: 熟睡, en: sleep }, columns: { nap_cd: { label: { zh: 熟睡类型, en: sleep kind }, role: dimension }, depth: { label: { zh: 深度, en: depth }, role: measure } } }
  light_nap: { label: { zh: 浅睡, en: doze }, columns: { nap_cd: { label: { zh: 浅睡类型, en: doze kind }, role: dimension }, lightness: { label: { zh: 浅度, en: lightness }, role: measure } } }
`;
/** Physical names and technical words that a key without \`sql:read\` must not receive. */
const TECHNICAL =
  /page_visit|old_visit|heap_row|parcel_row|visit_dt|chan_cd|heap_cd|depot_cd|nap_cd|lie_down|select|explain|cost\b|statement/i;

const keys = [...chiefAndViewer('kappa'), { name: 'sigma-viewer', tenant: 'sigma', scopes: ['query'] }];

type Key = 'kappa-chief' | 'kappa-viewer' | 'sigma-viewer';
type Paused = RunView & { clarification: NonNullable<RunView['clarification']> };

describe('admission over HTTP', () => {
  let postgres: ThrowAwayPostgres;
  let fixture: ConfiguredStack;
  let stack: TestStack;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SITE);
    await postgres.query('VACUUM ANALYZE');
    const login = new URL(postgres.url);
    login.username = 'asker';
    const files = (name: string, limits: string): Record<string, string> => ({
      [`connections/${name}.yaml`]: `label: { zh: ${name}, en: ${name} }\nurl: ${login.href}\nlimits: { ${limits} }\n`,
      [`models/${name}.yaml`]: MODEL,
    });
    fixture = await ConfiguredStack.open(keys, {
      ...files('bounded', 'maxCost: 400'),
      ...files('lanes', 'slowCost: 2000, maxConcurrent: 1'),
      ...files('crowded', 'maxConcurrent: 2, maxConcurrentPerTenant: 2'),
    });
    stack = fixture.stack;
    await waitFor(
      async () => {
        const { connections } = await call<{ connections: { name: string; status: string }[] }>(
          'sigma-viewer',
          '/v1/connections',
        );
        return ['bounded', 'lanes', 'crowded'].every((name) =>
          connections.some((one) => one.name === name && one.status === 'ready'),
        );
      },
      { timeoutMs: 60_000 },
    );
  }, 120_000);
  afterAll(async () => {
    await fixture?.leave();
    await postgres?.stop();
  }, 60_000);

  async function call<T>(key: Key, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(
      `${stack.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    return (await answer.json()) as T;
  }

  const submit = (key: Key, connection: string, question: string): Promise<RunView> =>
    call<RunView>(key, '/v1/queries', { question, connection, cache: 'bypass' });

  const settled = (key: Key, id: string): Promise<RunView> =>
    waitFor(
      async () => {
        const run = await call<RunView>(key, `/v1/queries/${id}`);
        return run.status === 'awaiting_clarification' || run.finishedAt !== null ? run : undefined;
      },
      { timeoutMs: 60_000 },
    );

  const asked = async (key: Key, connection: string, question: string): Promise<RunView> =>
    settled(key, (await submit(key, connection, question)).id);

  async function paused(question: string): Promise<Paused> {
    const run = await asked('kappa-viewer', 'bounded', question);
    if (run.clarification === null) throw new Error(JSON.stringify([run.status, run.error, run.answer]));
    return { ...run, clarification: run.clarification };
  }

  async function replied(run: Paused, reply: { optionId: string } | { text: string }): Promise<RunView> {
    await call('kappa-viewer', `/v1/queries/${run.id}/clarification`, {
      clarificationId: run.clarification.id,
      ...reply,
    });
    return settled('kappa-viewer', run.id);
  }

  it.each([
    // The offered periods depend on the current date: at the end of March, the last 3 months equal this year.
    ['number of visits by channel', /^only (the last 3 months|this year)$/],
    ['各渠道的访问数', /^只看(近3个月|今年)$/],
    ['list visits', /^only (last|this) month$/],
    ['number of archived calls by archived source', /^only Q2 2021$/],
    ['number of parcels by depot', /^only where depot is depot 7$/],
  ])(
    'a question that covers too much data offers narrower options, each of which succeeds: %s',
    async (question, expected) => {
      const first = await paused(question);
      expect(first.clarification.trigger).toBe('too_expensive');
      expect(first.clarification.options.map(({ label }) => label)).toContainEqual(expect.stringMatching(expected));
      for (const { id } of first.clarification.options) {
        const answered = await replied(id === '1' ? first : await paused(question), { optionId: id });
        expect([answered.status, answered.result?.rowCount ?? 0]).toEqual(['succeeded', expect.any(Number)]);
        expect(answered.result?.rowCount).toBeGreaterThan(0);
        expect(JSON.stringify(answered)).not.toMatch(TECHNICAL);
      }
    },
    120_000,
  );

  it('a too expensive question without cheaper options asks for free text, and fails when the reply is too expensive', async () => {
    const first = await paused('number of notes by note colour');
    expect(first.clarification).toMatchObject({ trigger: 'too_expensive', options: [], allowText: true });
    const ended = await replied(first, { text: 'total note number of notes by note colour' });
    expect(ended).toMatchObject({
      status: 'failed',
      error: {
        code: 'query_refused',
        message: 'The question would go through more data than is allowed, so it was not started.',
      },
    });
    expect(JSON.stringify([first, ended])).not.toMatch(TECHNICAL);

    const read = await paused('number of notes by note colour');
    expect(await replied(read, { text: 'how many naps are there' })).toMatchObject({
      status: 'succeeded',
      result: { rows: [[40]] },
    });
  }, 120_000);

  it('slow statements run in a separate lane, in parallel with quick ones', async () => {
    const askers = ['kappa-chief', 'sigma-viewer'] as const;
    const slow = await Promise.all(askers.map((key) => submit(key, 'lanes', 'average depth by sleep kind')));
    const stepsOfFirst = async (): Promise<RunView['steps']> =>
      (await call<RunView>('kappa-chief', `/v1/queries/${slow[0]?.id}`)).steps;
    await waitFor(async () => (await stepsOfFirst()).some(({ kind }) => kind === 'deferred'), { timeoutMs: 60_000 });
    const quick = await asked('kappa-chief', 'lanes', 'number of naps by nap kind');
    expect(quick).toMatchObject({ status: 'succeeded', result: { rowCount: 2 } });
    const ends = await Promise.all(askers.map((key, at) => settled(key, slow[at]?.id ?? '')));
    for (const end of ends)
      expect(end).toMatchObject({
        status: 'succeeded',
        result: { rowCount: 2 },
        steps: expect.arrayContaining([expect.objectContaining({ kind: 'deferred' })]),
      });
    // One of the two slow statements waited for the other. The quick one waited for neither.
    expect(
      ends.filter(({ finishedAt }) => (finishedAt ?? '') > (quick.finishedAt ?? '')).length,
    ).toBeGreaterThanOrEqual(1);
  }, 120_000);

  it('a tenant is served fairly while another tenant submits many questions', async () => {
    // Enough runs that most still wait when the end of the first one is observed.
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => submit('kappa-chief', 'crowded', 'average lightness by doze kind')),
    );
    const first = (): Promise<RunView> => call<RunView>('kappa-chief', `/v1/queries/${flood[0]?.id}`);
    await waitFor(async () => (await first()).status === 'succeeded', { timeoutMs: 60_000 });
    const one = await asked('sigma-viewer', 'crowded', 'average lightness by doze kind');
    const ends = await Promise.all(flood.map(({ id }) => settled('kappa-chief', id)));
    expect([one, ...ends].map(({ status }) => status)).toEqual(Array.from({ length: 61 }, () => 'succeeded'));
    expect(ends.filter(({ finishedAt }) => (finishedAt ?? '') > (one.finishedAt ?? '')).length).toBeGreaterThan(5);
  }, 120_000);

  it('metrics show operators the running and waiting statements by connection and lane, without tenants', async () => {
    const metrics = (
      await Promise.all((stack.healthUrls['executor'] ?? []).map(async (url) => (await fetch(`${url}/metrics`)).text()))
    ).join('\n');
    for (const metric of [
      /^querent_statements_running{.*connection="crowded",lane="quick"/m,
      /^querent_statements_waiting{.*connection="lanes",lane="slow"/m,
      /^querent_gate_wait_seconds_count{.*connection="crowded",lane="quick"/m,
      ...['run', 'slow', 'too_expensive'].map(
        (decision) => new RegExp(`^querent_admission_total{.*decision="${decision}".*} [1-9]`, 'm'),
      ),
      /^querent_pool_connections{.*connection="crowded",state="total"/m,
    ])
      expect(metric.test(metrics)).toBe(true);
    expect(/kappa|sigma/.test(metrics)).toBe(false);
  });
});
