import { spawnSync } from 'node:child_process';
import type { AuditEntry, RunView } from '@querent/contracts';
import { startStack, waitFor, type TestStack } from '@querent/testing';
import { canaries, openCanaryFixture, traces, type CanaryFixture } from '../product/canary-fixture';
import { HttpAsker } from '../product/http-asker';
import { redisDump } from '../product/redis-dump';

const PATIENCE = { timeoutMs: 60_000, intervalMs: 50 };

describe('a deployment full of secrets', () => {
  let fixture: CanaryFixture;
  let stack: TestStack;
  let chief: HttpAsker;
  let viewer: HttpAsker;
  /** All responses with their headers. */
  const responses: string[] = [];

  beforeAll(async () => {
    fixture = await openCanaryFixture();
    stack = await startStack({ env: fixture.env });
    [chief, viewer] = [new HttpAsker(stack.url, canaries.bearer), new HttpAsker(stack.url, 'viewer-key')];
    await Promise.all(['good', 'dear'].map((name) => chief.connectionIs(name, 'ready')));
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await fixture?.stop();
  }, 60_000);

  const get = async (
    path: string,
    accept?: string,
    key: string = canaries.bearer,
    base = stack.url,
  ): Promise<string> => {
    const answer = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(accept ? { accept } : {}) },
    });
    const text = await answer.text();
    responses.push(`${path} ${[...answer.headers].join()}`, text);
    return text;
  };
  const ask = async (question: string, connection = 'good', asker = chief): Promise<RunView> => {
    const run = await asker.answered({ question, connection });
    responses.push(JSON.stringify(run));
    return run;
  };
  const exported = async (query = ''): Promise<AuditEntry[]> =>
    (JSON.parse(await get(`/v1/audit${query}`)) as { entries: AuditEntry[] }).entries;
  const ofRun = async (id: string, count: number): Promise<AuditEntry[]> =>
    waitFor(async () => {
      const entries = await exported(`?runId=${id}`);
      return entries.length >= count ? entries : undefined;
    }, PATIENCE);

  it('the audit trail contains exactly the actions of a run, in order', async () => {
    const answered = await ask('how many orders');
    expect(answered).toMatchObject({ status: 'succeeded', result: { rows: [[30]] } });
    const entries = await ofRun(answered.id, 3);
    expect(entries.slice(0, 3)).toMatchObject([
      { kind: 'asked', tenant: 'acme', key: 'chief', connection: 'good', question: 'how many orders' },
      { kind: 'started', login: 'acme_ro', sql: expect.stringMatching(/count/i) },
      { kind: 'ran', login: 'acme_ro', rows: 1, ms: expect.any(Number) },
    ]);
    const again = await waitFor(async () => {
      const run = await ask('how many orders', 'good', viewer);
      return run.cache.level === 'l1' ? run : undefined;
    }, PATIENCE);
    await get(`/v1/queries/${answered.id}/result`, 'text/csv');
    expect((await ofRun(again.id, 2)).slice(0, 2)).toMatchObject([
      { kind: 'answered_from_cache', key: 'viewer', question: 'how many orders', rows: 1 },
      { kind: 'result_read', key: 'viewer', rows: 1 },
    ]);
    expect((await ofRun(answered.id, 4)).at(-1)).toMatchObject({ kind: 'result_read', rows: 1, detail: 'text/csv' });
  }, 60_000);

  it('the audit trail contains failed, refused and cancelled statements', async () => {
    const broken = await ask('how many broken orders');
    expect((await ofRun(broken.id, 3)).slice(0, 3)).toMatchObject([
      { kind: 'asked' },
      { kind: 'started' },
      { kind: 'failed', login: 'acme_ro', code: expect.any(String), ms: expect.any(Number) },
    ]);
    const dear = await chief.settled({ question: 'how many orders', connection: 'dear' });
    expect((await ofRun(dear.id, 2)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['asked', 'refused']));
    const { body: slow } = await chief.submit({ question: 'how many slow orders', connection: 'good' });
    await waitFor(async () => (await exported(`?runId=${slow.id}`)).some(({ kind }) => kind === 'started'), PATIENCE);
    await chief.call(`/v1/queries/${slow.id}/cancel`, {});
    expect((await ofRun(slow.id, 4)).map(({ kind }) => kind).filter((kind) => kind !== 'result_read')).toEqual([
      'asked',
      'started',
      'cancel_asked',
      'failed',
    ]);
    expect((await chief.over(slow.id)).status).toBe('cancelled');
  }, 60_000);

  it('only administrators can read the audit trail', async () => {
    expect(JSON.parse(await get('/v1/audit', undefined, 'viewer-key'))).toMatchObject({ status: 403 });
    const denied = await waitFor(async () => {
      const entries = await exported('?kind=denied');
      return entries.length > 0 ? entries : undefined;
    }, PATIENCE);
    expect(denied).toMatchObject([{ key: 'viewer', code: 'forbidden', detail: 'GET /v1/audit' }]);
  });

  it('no secret of a deployment appears in responses, metrics, logs or Redis', async () => {
    const others = ['wrong', 'refusing', 'nowhere', 'malformed', 'foreign'];
    await Promise.all(
      others.map(async (connection) =>
        responses.push(JSON.stringify((await chief.submit({ question: 'how many orders', connection })).body)),
      ),
    );
    // The semantic model does not cover this question. The language model's server refuses the key and quotes it.
    await ask('which frobnication correlates with the amount', 'good');
    const { body } = await chief.submit({ question: 'how many slow orders', connection: 'good', cache: 'bypass' });
    await chief.inStatus(body.id, 'executing');
    await stack.killService('executor');
    await chief.call(`/v1/queries/${body.id}/cancel`, {});
    await stack.ready();
    const runs = JSON.parse(await get('/v1/queries?limit=100')) as { runs: { id: string }[] };
    const addresses = [
      '/v1/connections',
      ...['good', ...others].flatMap((name) =>
        ['', '/schema', '/model', '/samples'].map((part) => `/v1/connections/${name}${part}`),
      ),
      ...runs.runs.map(({ id }) => `/v1/queries/${id}`),
      '/v1/agents',
      '/v1/dead-letters',
      '/v1/preferences',
      '/v1/audit?limit=1000',
      '/openapi.json',
      '/docs',
      '/queues',
      '/queues/api/queues?activeQueue=executor&status=failed',
    ];
    for (const address of addresses) await get(address);
    await get('/v1/audit', 'text/csv');
    for (const base of Object.values(stack.healthUrls).flat())
      for (const path of ['/healthz', '/readyz', '/metrics']) await get(path, undefined, canaries.bearer, base);
    for (const service of ['gateway', 'executor'])
      responses.push(
        String(
          spawnSync(process.execPath, [`dist/apps/${service}/main.cjs`, '--help'], {
            env: { ...process.env, ...fixture.env },
          }).stdout,
        ),
      );
    const outlets = { answers: responses.join('\n'), logs: stack.log(), redis: await redisDump(fixture.redis) };
    expect(Object.values(outlets).every((text) => text.length > 1_000)).toBe(true);
    for (const [where, text] of Object.entries(outlets))
      expect({
        where,
        found: traces.filter((trace) => text.includes(trace)).map((trace) => around(text, trace)),
      }).toEqual({ where, found: [] });
    for (const name of ['wrong', 'refusing']) expect(outlets.answers).toContain(`"name":"${name}"`);
    // The secrets were used: the database login worked and the model was called.
    for (const sign of ['does not open', 'password authentication failed', 'db.invalid', 'status 401'])
      expect(outlets.logs).toContain(sign);
  }, 120_000);
});

const around = (text: string, trace: string): string =>
  text.slice(Math.max(0, text.indexOf(trace) - 200), text.indexOf(trace) + 60);
