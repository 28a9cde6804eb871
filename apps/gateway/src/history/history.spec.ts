import { readdirSync, readFileSync } from 'node:fs';
import type { Run } from '@querent/contracts';
import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const MINUTE_MS = 60_000;
const ROWS = Array.from({ length: 1_200 }, (_, n) => [n, `name ${n}`]);

/** Number of this process's threads with the lowest priority: the nice value is the 19th field of proc(5)'s stat. */
const lowThreads = (): number =>
  readdirSync('/proc/self/task').filter((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[17] === '19';
  }).length;

describe('a gateway with a history', () => {
  let postgres: ThrowAwayPostgres;
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    postgres = await startPostgres();
    gateway = await startGateway({
      HISTORY_URL: postgres.url,
      QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4),
      HISTORY_AFTER_MINUTES: '1',
      KEPT_MB_PER_TENANT: '1',
      QUESTIONS_PER_MINUTE: '1000000',
    });
    await gateway.services.history?.moving.round();
  });
  afterAll(async () => {
    await gateway.stop();
    await postgres.stop();
  });

  const body = { question: 'how many orders', connection: 'shop' };
  const ask = async (key?: string) =>
    gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  /** A question that was answered with rows. */
  async function answered(key?: string): Promise<Run> {
    const { services } = gateway;
    const asked = await ask(key);
    if (asked.statusCode !== 202) throw new Error(asked.body);
    const { id } = asked.json();
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent', steps: [{ kind: 'understood', message: 'read' }] },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { compiled: { sql: 'select 1', params: [], columns: [], probes: [] } },
      },
    );
    const blob = await services.results.write(id, executing.version, ROWS);
    const columns = [
      { key: 'c1', label: 'number', type: 'integer' as const },
      { key: 'c2', label: 'name', type: 'string' as const },
    ];
    const result = { blob, columns, output: [], rowCount: ROWS.length, truncated: false, skipped: [] };
    return gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart', patch: { answer: { text: 'many', chartType: 'table', suggestions: [] } } },
    );
  }

  /** Makes runs as old as those that move. */
  async function age(...ids: string[]): Promise<void> {
    const { redis, store } = gateway.services;
    for (const id of ids) {
      await redis.pexpire(store.keys.run(id), store.settings.retentionMs - MINUTE_MS);
      await redis.zadd(store.keys.forHistory(id).due, 1, id);
    }
  }
  async function move(...ids: string[]): Promise<void> {
    await age(...ids);
    await gateway.services.history?.moving.round();
    for (const id of ids) expect(await gateway.services.redis.keys(`*:run:${id}*`)).toEqual([]);
  }
  const read = async (url: string, accept?: string) => {
    const response = await gateway.request({ url, headers: accept === undefined ? {} : { accept } });
    return { status: response.statusCode, body: response.body, tag: response.headers['etag'] };
  };

  it('answers the same bytes before and after a run has moved', async () => {
    const run = await answered();
    const readAll = () =>
      Promise.all([
        read(`/v1/queries/${run.id}`),
        read(`/v1/queries/${run.id}/result?limit=500`),
        read(`/v1/queries/${run.id}/result`, 'text/csv'),
        read(`/v1/queries/${run.id}/events`),
        read('/v1/queries?limit=1'),
        read('/v1/queries?status=succeeded'),
        read('/v1/usage').then((usage) => JSON.parse(usage.body).questions),
      ]);
    const before = await readAll();
    expect(before[2].body).toContain('name 1199');
    await move(run.id);
    expect(await readAll()).toEqual(before);
  });

  it('shows a shared run to others of the tenant after it has moved', async () => {
    const run = await answered();
    const shareNow = async () =>
      (await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/share` })).json().token as string;
    const token = await shareNow();
    await move(run.id);
    expect(await shareNow()).toBe(token);
    for (const rest of ['', '/events', '/result']) {
      const read = (query: string) => gateway.request({ url: `/v1/queries/${run.id}${rest}${query}`, as: 'bob' });
      expect([(await read(`?share=${token}`)).statusCode, (await read('')).statusCode]).toEqual([200, 404]);
    }
  });

  it('still knows a moved run by its idempotency key, refuses to reply to it, and takes feedback', async () => {
    const run = await answered('once');
    await move(run.id);
    const again = await ask('once');
    expect([again.statusCode, again.json().id, again.headers['idempotent-replayed']]).toEqual([202, run.id, 'true']);
    const reply = await gateway.request({
      method: 'POST',
      url: `/v1/queries/${run.id}/clarification`,
      payload: { clarificationId: 'c1', text: 'yes' },
    });
    expect(reply.json()).toMatchObject({ status: 422, code: 'clarification_unknown' });
    const rated = await gateway.request({
      method: 'POST',
      url: `/v1/queries/${run.id}/feedback`,
      payload: { rating: 'up' },
    });
    expect([rated.statusCode, rated.body]).toEqual([expect.any(Number), expect.stringContaining('up')]);
    const stranger = await gateway.request({ url: `/v1/queries/${run.id}`, as: 'bob' });
    expect(stranger.statusCode).toBe(404);
  });

  it('moves the runs of a tenant above its memory limit instead of deleting them', async () => {
    const { store } = gateway.services;
    const early = await answered();
    await store.kept.keep('acme', new Map([[early.id, 2 * 1024 * 1024]]));
    expect((await ask()).statusCode).toBe(202);
    await waitFor(async () => (await gateway.services.redis.exists(store.keys.run(early.id))) === 0);
    expect((await read(`/v1/queries/${early.id}`)).status).toBe(200);
  });

  it('refuses new questions while Redis is almost full, and accepts them again', async () => {
    const { redis } = gateway.services;
    const [, used] = /used_memory:(\d+)/.exec(await redis.info('memory')) ?? [];
    await redis.config('SET', 'maxmemory', Math.ceil(Number(used) * 1.02));
    try {
      await waitFor(async () => (await ask()).json().code === 'storage_full', { timeoutMs: 10_000, intervalMs: 300 });
      const refused = await ask();
      expect(refused.json()).toMatchObject({ status: 503, code: 'storage_full', title: 'Storage almost full' });
      expect(refused.headers['retry-after']).toBe('30');
    } finally {
      await redis.config('SET', 'maxmemory', 0);
    }
    await waitFor(async () => (await ask()).statusCode === 202, { timeoutMs: 10_000, intervalMs: 300 });
  });

  it('moves runs in a thread of the lowest priority, and ends it', async () => {
    const { history, redis, store } = gateway.services;
    const run = await answered();
    await age(run.id);
    history?.thread.start();
    await waitFor(async () => (await redis.exists(store.keys.run(run.id))) === 0);
    expect(history?.thread.isFailing).toBe(false);
    expect((await read(`/v1/queries/${run.id}`)).status).toBe(200);
    const { body: metrics } = await gateway.request({ url: '/metrics', as: null });
    expect(metrics).toMatch(/querent_history_moved_total\{[^}]*kind="runs"[^}]*\} [1-9]/);
    if (process.platform === 'linux') expect(lowThreads()).toBe(1);
    await history?.thread.stop();
    if (process.platform === 'linux') expect(lowThreads()).toBe(0);
  });

  it('erases the moved runs of a tenant, and what is being moved', async () => {
    const [moved, moving] = [await answered(), await answered()];
    await move(moved.id);
    await age(moving.id);
    const [erased] = await Promise.all([
      gateway.request({
        method: 'DELETE',
        url: '/v1/tenants/acme/data',
        payload: { confirm: 'acme' },
        as: 'root',
      }),
      gateway.services.history?.moving.round(),
    ]);
    expect(erased.statusCode).toBe(202);
    const left = await postgres.query(
      "SELECT 'run' AS of, count(*)::int FROM querent_history.run UNION ALL SELECT 'page', count(*)::int FROM querent_history.result_page",
    );
    expect(left.rows).toEqual([
      { of: 'run', count: 0 },
      { of: 'page', count: 0 },
    ]);
    expect((await read(`/v1/queries/${moved.id}`)).status).toBe(404);
  });

  it('that is away costs new questions nothing, and says what cannot be read', async () => {
    const old = await answered();
    await move(old.id);
    await postgres.kill();
    const recent = await answered();
    expect((await read(`/v1/queries/${recent.id}`)).status).toBe(200);
    const page = await gateway.request({ url: '/v1/queries?limit=1' });
    expect(page.json().runs.map(({ id }: { id: string }) => id)).toEqual([recent.id]);
    for (const [language, title] of [
      ['en', 'History unavailable'],
      ['zh', '历史记录暂不可用'],
    ] as const) {
      const missing = await gateway.request({
        url: `/v1/queries/${old.id}`,
        headers: { 'accept-language': language },
      });
      expect([missing.statusCode, missing.headers['content-type']]).toEqual([
        503,
        expect.stringContaining('problem+json'),
      ]);
      expect(missing.json()).toMatchObject({ code: 'history_unavailable', title });
    }
    await age(recent.id);
    const thread = gateway.services.history?.thread;
    thread?.start();
    await waitFor(() => thread?.isFailing);
    expect((await read(`/v1/queries/${recent.id}`)).status).toBe(200);
    const { body: metrics } = await gateway.request({ url: '/metrics', as: null });
    expect(metrics).toMatch(/querent_history_failures_total\{[^}]*what="round"[^}]*\} [1-9]/);
    await gateway.services.store.kept.keep('acme', new Map([[recent.id, 2 * 1024 * 1024]]));
    expect((await ask()).json()).toMatchObject({ status: 503, code: 'storage_full' });
    await thread?.stop();
  });
});
