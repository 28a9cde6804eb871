import { ExplorationCache } from '@querent/cache';
import { emptyRunData, MAX_EXPLORED_VALUES, type Exploration, type Outcome, type Run } from '@querent/contracts';
import { introspect, openDatasource, type Datasource } from '@querent/datasource';
import { parseModelFile, resolveModel } from '@querent/model';
import { literalProbe, type LintSubject } from '@querent/lint';
import { type GuardCatalogue } from '@querent/sql';
import { newRun, startPostgres, startRedis, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import Redis from 'ioredis';
import { guardCatalogueOf } from '../schema/guard-catalogues';
import { openRunner } from '../statements/fixture/open-runner';
import { explore, type ExploreDeps } from './explore';

const schema = `
  CREATE TABLE users (id int PRIMARY KEY, type text, password text, note text, seen timestamptz, prefs jsonb, photo bytea);
  INSERT INTO users SELECT g, (ARRAY['VIP', 'Normal', 'Enterprise', NULL])[g % 4 + 1], 'secret', repeat('长', 300), '2026-01-01T00:00:00Z', jsonb_build_object('k', repeat('x', 500)), decode(repeat('ab', 400), 'hex') FROM generate_series(1, 120) g;
  CREATE TABLE canary (id int); INSERT INTO canary VALUES (1);
  CREATE VIEW slow AS SELECT 1 AS id FROM pg_sleep(60);
  CREATE VIEW huge AS SELECT repeat('x', 3000000) AS body;
  CREATE ROLE red LOGIN PASSWORD 'red'; CREATE ROLE blue LOGIN PASSWORD 'blue';
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO red, blue;
  CREATE TABLE wards (id int, name text, owner text); GRANT SELECT ON wards TO red, blue;
  INSERT INTO wards VALUES (1, 'north', 'red'), (2, 'south', 'blue');
  ALTER TABLE wards ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON wards USING (owner = current_user);
`;
const limits = { statementTimeoutMs: 10_000, maxRows: 10_000, maxBytes: 10_000_000 };

describe('explore, on a real PostgreSQL', () => {
  let postgres: ThrowAwayPostgres;
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  let datasource: Datasource;
  let catalogue: GuardCatalogue;
  let version = 'v1';
  const warned: string[] = [];
  const failures: string[] = [];
  const refused: string[] = [];
  const warn = (_fields: object, message: string): void => void warned.push(message);

  beforeAll(async () => {
    [postgres, server] = await Promise.all([startPostgres(), startRedis()]);
    redis = new Redis(server.url);
    await postgres.query(schema);
    const login = (name: string): string => postgres.url.replace(/\/\/[^@]*@/, `//${name}:${name}@`);
    datasource = openDatasource({
      name: 'c',
      url: postgres.url,
      limits,
      roles: { acme: postgres.url, red: login('red'), blue: login('blue') },
    });
    const snapshot = await introspect(datasource, { valueIndexColumns: [] });
    const file = parseModelFile({ tables: { users: { columns: { password: { role: 'hidden' } } } } });
    if (!file.ok) throw new Error(JSON.stringify(file.problems));
    catalogue = guardCatalogueOf(snapshot, resolveModel({ connection: 'c', snapshot, file: file.file }).model);
  }, 60_000);
  afterAll(async () => {
    await datasource.close();
    redis.disconnect();
    await Promise.all([postgres.stop(), server.stop()]);
  });
  beforeEach(async () => {
    await redis.flushall();
    version = 'v1';
    warned.length = 0;
    failures.length = 0;
    refused.length = 0;
  });

  const deps = (over: Partial<ExploreDeps> = {}): ExploreDeps => ({
    datasource: () => datasource,
    guardCatalogue: async () => catalogue,
    version: async () => version,
    cache: new ExplorationCache(redis, { prefix: 'querent', ttlMs: 600_000, warn }),
    timeoutMs: 5_000,
    onFailed: (_run, error) => void failures.push(error),
    grantedFunctions: () => [],
    onRefused: (_run, code) => void refused.push(code),
    runStatement: openRunner(),
    now: Date.now,
    ...over,
  });
  const wanted = (sql: string): Exploration => ({
    sql,
    state: 'wanted',
    columns: [],
    values: [],
    truncated: false,
    cached: false,
    error: null,
  });
  function runOf(sql: string, tenant = 'acme', earlier: Exploration[] = []): Run {
    const at = '2026-11-21T09:00:00.000Z';
    const reasoning = {
      fallback: null,
      promptVersion: null,
      draft: 'SELECT 1',
      explorations: [...earlier, wanted(sql)],
      llmMs: 0,
    };
    return {
      ...newRun({ id: 'run00001', tenant }),
      version: 4,
      status: 'exploring',
      createdAt: at,
      updatedAt: at,
      finishedAt: null,
      data: { ...emptyRunData(), reasoning },
    };
  }
  const runExploration = (
    sql: string,
    { tenant, ...over }: Partial<ExploreDeps> & { tenant?: string } = {},
  ): Promise<Outcome<'executor'>> => explore(deps(over))(runOf(sql, tenant), new AbortController().signal);
  const seen = ({ patch }: Outcome<'executor'>): Exploration | undefined => patch.reasoning?.explorations.at(-1);
  const kept = async (): Promise<string[]> => redis.keys('*');
  const sleeping = async (): Promise<number> =>
    Number(
      (
        await postgres.query(
          `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND application_name = 'querent'`,
        )
      ).rows[0]?.['count'],
    );

  it('finds stored values, and reports a step in the user’s language without any database name', async () => {
    const sql = 'SELECT DISTINCT type FROM users ORDER BY type';
    const outcome = await runExploration(sql);
    expect(outcome).toMatchObject({
      event: 'explored',
      steps: [{ kind: 'explored', message: 'Checked the stored values: found 4' }],
    });
    expect(seen(outcome)).toEqual({
      sql,
      state: 'done',
      columns: ['type'],
      values: [['Enterprise'], ['Normal'], ['VIP'], [null]],
      truncated: false,
      cached: false,
      error: null,
      reads: { relations: ['public.users'], columns: ['public.users.type'], functions: [] },
    });
    expect(outcome.patch.reasoning?.draft).toBe('SELECT 1');
  });

  it('finds which literals of a statement are stored, including one that was stored a moment ago', async () => {
    const subject: LintSubject = {
      catalogue,
      joins: [],
      uniqueKeys: {},
      casts: [],
      required: [],
      strategy: null,
      values: [],
      twins: [],
    };
    const probe = await literalProbe(
      "SELECT count(*) FROM users AS u WHERE lower(u.type) = 'vip' OR u.type IN ('Gold', 'O''Neil') OR u.type LIKE 'Norm%'",
      subject,
    );
    const positions = async (): Promise<string[]> =>
      (seen(await runExploration(probe?.sql ?? ''))?.values ?? [])
        .map(([n]) => probe?.literals[Number(n) - 1]?.value ?? '')
        .sort();
    expect(await positions()).toEqual(['Norm%', 'vip']);
    const gold = await literalProbe("SELECT id FROM users WHERE type = 'Gold'", subject);
    expect(seen(await runExploration(gold?.sql ?? ''))?.values).toEqual([]);
    await postgres.query(
      "UPDATE users SET type = 'Gold' WHERE id = (SELECT min(id) FROM users WHERE type = 'Enterprise')",
    );
    expect(seen(await runExploration(gold?.sql ?? ''))?.values).toEqual([['1']]);
    await postgres.query("UPDATE users SET type = 'Enterprise' WHERE type = 'Gold'");
  });

  it('runs only the last of several explorations, and none if none is wanted', async () => {
    const earlier: Exploration = { ...wanted('SELECT 2'), state: 'failed', error: 'x' };
    const run = runOf('SELECT count(*) FROM canary', 'acme', [earlier]);
    const outcome = await explore(deps())(run, new AbortController().signal);
    expect(outcome.patch.reasoning?.explorations).toEqual([
      earlier,
      expect.objectContaining({ state: 'done', values: [['1']] }),
    ]);
    const done = { ...run, data: { ...run.data, ...outcome.patch } };
    expect(await explore(deps())(done, new AbortController().signal)).toEqual({
      event: 'explored',
      patch: {},
      steps: [],
    });
    expect(await explore(deps())({ ...run, data: emptyRunData() }, new AbortController().signal)).toEqual({
      event: 'explored',
      patch: {},
      steps: [],
    });
  });

  it.each<[string, string, string]>([
    ['a hidden column', 'SELECT DISTINCT password FROM users', 'hidden_column'],
    ['a hidden column in a condition', `SELECT id FROM users WHERE password LIKE 's%'`, 'hidden_column'],
    ['the system catalogue', 'SELECT usename FROM pg_catalog.pg_shadow', 'system_catalogue'],
    ['a missing column', 'SELECT kind FROM users', 'unknown_column'],
    ['a deletion', 'DELETE FROM canary', 'not_select'],
    [
      'a deletion in disguise',
      'WITH gone AS (DELETE FROM canary RETURNING id) SELECT id FROM gone',
      'data_modification',
    ],
    ['two statements', 'SELECT 1; SELECT 2', 'not_single_statement'],
    ['a way out of the transaction', 'COMMIT; DELETE FROM canary', 'not_single_statement'],
    ['sleep', 'SELECT pg_sleep(60)', 'forbidden_function'],
    ['a file', `SELECT pg_read_file('/etc/passwd')`, 'forbidden_function'],
    ['a lock', 'SELECT id FROM canary FOR UPDATE', 'locking_clause'],
    ['no SQL at all', 'please list the types', 'syntax'],
  ])('refuses %s', async (_what, sql, code) => {
    const outcome = await runExploration(sql);
    expect(outcome).toMatchObject({
      event: 'explored',
      steps: [{ message: 'The stored values could not be checked; going on without them' }],
    });
    expect(seen(outcome)).toMatchObject({ state: 'failed', values: [], error: expect.stringContaining(`${code}: `) });
    expect(failures).toHaveLength(1);
    expect(await kept()).toEqual([]);
    expect((await postgres.query('SELECT id FROM canary')).rows).toEqual([{ id: 1 }]);
    expect(refused).toEqual([code]);
  });

  it('cancels a slow exploration and leaves no statement running', async () => {
    const outcome = await runExploration('SELECT id FROM slow', { timeoutMs: 100 });
    expect(seen(outcome)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^57014: .*statement timeout/),
    });
    await waitFor(async () => (await sleeping()) === 0);
    expect(await kept()).toEqual([]);
  });

  it('never takes longer than the connection allows its statements', async () => {
    const strict = openDatasource({ name: 'c', url: postgres.url, limits: { ...limits, statementTimeoutMs: 100 } });
    const outcome = await runExploration('SELECT id FROM slow', { datasource: () => strict });
    await strict.close();
    expect(seen(outcome)?.error).toMatch(/^57014/);
  });

  it('stops the statement of a cancelled run', async () => {
    const stop = new AbortController();
    const pending = explore(deps())(runOf('SELECT id FROM slow'), stop.signal);
    const ended = expect(pending).rejects.toThrow('cancelled by the user');
    await waitFor(async () => (await sleeping()) === 1);
    stop.abort(new Error('cancelled by the user'));
    await ended;
    await waitFor(async () => (await sleeping()) === 0);
    expect(failures).toEqual([]);
  });

  it('runs nothing that would cost too much', async () => {
    expect(
      seen(
        await runExploration('SELECT a.id FROM users a, users b, users c', {
          runStatement: openRunner({ limits: { maxCost: 1_000 } }),
        }),
      ),
    ).toMatchObject({ state: 'failed', error: expect.stringMatching(/^too_expensive: estimated cost \d/) });
    expect(
      seen(
        await runExploration('SELECT DISTINCT type FROM users', {
          runStatement: openRunner({ limits: { maxCost: 1_000 } }),
        }),
      )?.state,
    ).toBe('done');
  });

  it.each([
    [MAX_EXPLORED_VALUES, false, 'Checked the stored values: found 50'],
    [MAX_EXPLORED_VALUES + 1, true, 'Checked the stored values: only the first 50'],
    [1, false, 'Checked the stored values: found 1'],
    [0, false, 'Checked the stored values: none found'],
  ])('returns at most fifty of %i values', async (count, truncated, message) => {
    const outcome = await runExploration(`SELECT id FROM users WHERE id <= ${count} ORDER BY id`);
    expect(seen(outcome)).toMatchObject({ state: 'done', truncated });
    expect(seen(outcome)?.values).toHaveLength(Math.min(count, MAX_EXPLORED_VALUES));
    expect(outcome.steps[0]?.message).toBe(message);
  });

  it('keeps repeated rows once', async () => {
    expect(seen(await runExploration('SELECT type FROM users WHERE id <= 40'))).toMatchObject({
      values: expect.arrayContaining([['VIP'], ['Normal'], ['Enterprise'], [null]]),
      truncated: false,
    });
    const outcome = await runExploration('SELECT type FROM users');
    expect(seen(outcome)).toMatchObject({ truncated: true });
    expect(seen(outcome)?.values).toHaveLength(4);
  });

  it('shortens long values of every type, and limits the whole to 8 KB', async () => {
    const one = seen(await runExploration('SELECT note, prefs, photo, seen FROM users WHERE id = 1'));
    expect(one?.values[0]?.slice(0, 3).map((text) => [...(text ?? '')].length)).toEqual([200, 200, 200]);
    expect(one?.values[0]?.map((text) => text?.slice(0, 10))).toEqual([
      '长'.repeat(10),
      `{"k":"${'x'.repeat(4)}`,
      expect.any(String),
      '2026-01-01',
    ]);
    const all = seen(await runExploration('SELECT id, note FROM users ORDER BY id'));
    expect(all).toMatchObject({ state: 'done', truncated: true });
    expect(all?.values.length).toBeGreaterThan(5);
    expect(JSON.stringify(all).length).toBeLessThan(10_000);
  });

  it('shortens a value of megabytes, and fails on a row that is too wide', async () => {
    expect(seen(await runExploration('SELECT body FROM huge'))?.values[0]?.[0]).toMatch(/^x{199}…$/);
    const wide = Array.from({ length: 60 }, (_, i) => `note AS n${i}`).join(', ');
    expect(seen(await runExploration(`SELECT ${wide} FROM users`))).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^too_large/),
      values: [],
    });
  });

  it.each([
    [2, 25],
    [10, 5],
    [50, 1],
    [51, null],
  ])('limits values, not rows: of a hundred rows with %i columns it returns %s rows', async (width, rows) => {
    const outcome = await runExploration(
      `SELECT ${Array.from({ length: width }, (_, at) => `id + ${at} AS c${at}`).join(', ')} FROM users`,
    );
    expect(seen(outcome)).toMatchObject(
      rows === null ? { state: 'failed', values: [] } : { state: 'done', truncated: true },
    );
    expect(seen(outcome)?.values).toHaveLength(rows ?? 0);
  });

  it('caches the values for the next exploration, independent of the statement’s formatting', async () => {
    await runExploration('SELECT DISTINCT type FROM users ORDER BY type');
    const again = await runExploration('select  distinct type\nfrom users -- again\norder by type', {
      runStatement: async () => Promise.reject(new Error('the database was asked')),
    });
    expect(seen(again)).toMatchObject({
      state: 'done',
      cached: true,
      columns: ['type'],
      values: [['Enterprise'], ['Normal'], ['VIP'], [null]],
    });
    expect(again.patch.usage?.dbMs).toBe(0);
    const [key = ''] = await kept();
    expect(key).toMatch(/^querent:explored:[\w-]{43}$/);
    expect(await redis.pttl(key)).toBeGreaterThan(590_000);
  });

  it('separates tenants, versions and time zones in the cache: each sees what its login sees', async () => {
    const sql = 'SELECT name FROM wards';
    expect(seen(await runExploration(sql, { tenant: 'red' }))).toMatchObject({ cached: false, values: [['north']] });
    expect(seen(await runExploration(sql, { tenant: 'blue' }))).toMatchObject({ cached: false, values: [['south']] });
    expect(seen(await runExploration(sql, { tenant: 'red' }))).toMatchObject({ cached: true, values: [['north']] });
    version = 'v2';
    expect(seen(await runExploration(sql, { tenant: 'red' }))).toMatchObject({ cached: false });
    const elsewhere = runOf(sql, 'red');
    const there = await explore(deps())(
      { ...elsewhere, request: { ...elsewhere.request, timezone: 'UTC' } },
      new AbortController().signal,
    );
    expect(seen(there)).toMatchObject({ cached: false });
    expect(seen(await runExploration(sql, { tenant: 'stranger' }))).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^28000/),
    });
  });

  it('guards a statement whose values are cached again, so that newly hidden columns stay hidden', async () => {
    await runExploration('SELECT DISTINCT type FROM users');
    const nothing: GuardCatalogue = {
      ...catalogue,
      relations: catalogue.relations.map((relation) => ({ ...relation, hidden: true })),
    };
    expect(
      seen(await runExploration('SELECT DISTINCT type FROM users', { guardCatalogue: async () => nothing }))?.error,
    ).toMatch(/^hidden_relation/);
  });

  it.each([
    ['half of one', '{"columns":["a"],"val'],
    ['a list', '[]'],
    ['values of another type', '{"columns":["a"],"values":[[1]]}'],
    ['too many values', JSON.stringify({ columns: ['a'], values: Array.from({ length: 51 }, () => ['x']) })],
  ])('overwrites a cache entry that is %s', async (_what, spoilt) => {
    await runExploration('SELECT id FROM canary');
    const [key = ''] = await kept();
    await redis.set(key, spoilt);
    expect(seen(await runExploration('SELECT id FROM canary'))).toMatchObject({
      state: 'done',
      cached: false,
      values: [['1']],
    });
    expect(warned).toHaveLength(1);
    expect(seen(await runExploration('SELECT id FROM canary'))?.cached).toBe(true);
  });

  it('ignores cached values for a run that bypasses the caches, but caches its result', async () => {
    const sql = 'SELECT DISTINCT type FROM users';
    await runExploration(sql);
    const run = runOf(sql);
    const fresh = await explore(deps())(
      { ...run, request: { ...run.request, cache: 'bypass' } },
      new AbortController().signal,
    );
    expect(seen(fresh)).toMatchObject({ state: 'done', cached: false });
    expect(seen(await runExploration(sql))?.cached).toBe(true);
  });

  it('works without the cache if the cache does not answer', async () => {
    const away = {
      get: () => Promise.reject(new Error('READONLY')),
      set: () => Promise.reject(new Error('READONLY')),
    } as unknown as Redis;
    expect(
      seen(
        await runExploration('SELECT id FROM canary', {
          cache: new ExplorationCache(away, { prefix: 'querent', ttlMs: 1_000, warn }),
        }),
      ),
    ).toMatchObject({ state: 'done', values: [['1']] });
    expect(warned).toHaveLength(2);
    expect(
      seen(
        await runExploration('SELECT id FROM canary', {
          cache: new ExplorationCache(away, { prefix: 'querent', ttlMs: 0, warn }),
        }),
      )?.state,
    ).toBe('done');
    expect(warned).toHaveLength(2);
  });

  it('reports a failed exploration if the connection is closed or unknown', async () => {
    const closed = openDatasource({ name: 'c', url: 'postgres://nobody@127.0.0.1:1/none', limits });
    expect(seen(await runExploration('SELECT id FROM canary', { datasource: () => closed }))).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^ECONNREFUSED/),
    });
    for (const over of [
      { datasource: () => null },
      { guardCatalogue: async () => null },
      { version: async () => null },
    ])
      expect(seen(await runExploration('SELECT 1', over))?.error).toMatch(/^connection_lost/);
  });
});
