import { defaultLimits, SnapshotStore, type Catalog, type Connection } from '@querent/catalog';
import { runReadOnly, verifyRole } from '@querent/datasource';
import { parseModelFile } from '@querent/model';
import type { Logger } from '@querent/platform';
import { startPostgres, startRedis, waitFor, type ThrowAwayPostgres, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { DatasourceRegistry } from '../connections/datasource-registry';
import { FindingsGauge } from './findings-gauge';
import { IntrospectionLoop, waitAfter } from './introspection-loop';
import { ConnectionOutages } from '../outages/connection-outages';
import { VerifiedLogins } from '../connections/verified-logins';

/** How long runs wait for an unreachable database, ms. */
const WAIT_MS = 10_000;

const SCHEMA = `
  CREATE ROLE one LOGIN PASSWORD 'p'; CREATE ROLE two LOGIN PASSWORD 'p'; CREATE ROLE root LOGIN SUPERUSER PASSWORD 'p';
  CREATE TABLE client (id int PRIMARY KEY, keeper name, city text, since date, margin numeric);
  CREATE TABLE complaint (id int PRIMARY KEY);
  INSERT INTO client SELECT n, 'one', 'Onecity', date '2026-01-01' + n, n FROM generate_series(1, 9) n;
  INSERT INTO client SELECT n, 'two', 'Twocity', date '2020-01-01' + n, n FROM generate_series(11, 14) n;
  ALTER TABLE client ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON client USING (keeper = current_user);
  GRANT SELECT ON client, complaint TO one;
  GRANT SELECT (id, city, since) ON client TO two;
  ANALYZE`;

describe('IntrospectionLoop', () => {
  let postgres: ThrowAwayPostgres;
  let server: ThrowAwayServer;
  let redis: Redis;
  let snapshots: SnapshotStore;
  const running: { loop: IntrospectionLoop; datasources: DatasourceRegistry }[] = [];
  const login = (user: string): string => Object.assign(new URL(postgres.url), { username: user, password: 'p' }).href;

  beforeAll(async () => {
    [postgres, server] = await Promise.all([startPostgres(), startRedis()]);
    await postgres.query(SCHEMA);
    redis = new Redis(server.url);
    snapshots = new SnapshotStore(redis, 'querent');
  }, 120_000);
  afterEach(async () => {
    for (const { loop, datasources } of running.splice(0)) {
      await loop.stop();
      await datasources.close();
    }
    await redis.flushall();
  });
  afterAll(async () => {
    redis.disconnect();
    await Promise.all([postgres.stop(), server.stop()]);
  });

  /**
   * A loop over one connection, whose declaration may be changed. @param fits whether the model file fits the tables
   * that were read
   */
  const follow = (
    declared: Partial<Connection>,
    { fits = () => true, retryMs = 3_600_000 }: { fits?: (tables: string[]) => boolean; retryMs?: number } = {},
  ) => {
    const listeners = new Set<() => void>();
    const of = (over: Partial<Connection>): Connection => ({
      name: 'crm',
      label: {},
      url: login('one'),
      schema: 'public',
      limits: defaultLimits,
      functions: [],
      allowSuperuser: false,
      examples: { zh: [], en: [] },
      ...over,
    });
    let connections = [of(declared)];
    const file = parseModelFile({ tables: { client: { columns: { keeper: { role: 'hidden' } } } } });
    const catalog = {
      connection: (name: string) => connections.find((one) => one.name === name),
      connections: () => connections,
      modelFile: () => ({ file: file.ok ? file.file : null, hash: '' }),
      onChange: (listener: () => void) => listeners.add(listener) && (() => undefined),
    } as unknown as Catalog;
    const [datasources, registry, forgotten, read]: [DatasourceRegistry, Registry, string[], string[]] = [
      new DatasourceRegistry(catalog),
      new Registry(),
      [],
      [],
    ];
    const outages = new ConnectionOutages({
      probe: (datasource) => runReadOnly(datasource, { sql: 'SELECT 1' }),
      waitMs: () => WAIT_MS,
      onStateDue: (name) => void loop.refresh(name),
    });
    const loop: IntrospectionLoop = new IntrospectionLoop({
      outages,
      catalog,
      datasources,
      snapshots,
      logins: new VerifiedLogins({ catalog, verify: verifyRole }),
      findings: new FindingsGauge(registry),
      logger: { info: () => undefined, warn: () => undefined } as unknown as Logger,
      onRead: async (_connection, { key }) => {
        read.push(key);
        return fits((await snapshots.get(key))?.tables.map(({ name }) => name) ?? []);
      },
      onForgotten: async (key) => void forgotten.push(key),
      refreshMs: 3_600_000,
      retryMs,
    });
    running.push({ loop, datasources });
    const change = (over: Partial<Connection> | null): void => {
      connections = over === null ? [] : [of(over)];
      listeners.forEach((listener) => listener());
    };
    loop.start();
    return { loop, change, forgotten, read, registry };
  };
  const stateOf = async (key: string): Promise<string> => (await snapshots.status(key)).state;
  const values = async (key: string) =>
    (await snapshots.get(key))?.tables
      .find(({ name }) => name === 'client')
      ?.columns.find(({ name }) => name === 'city')?.values;

  it('reads rows, columns, values, dates and counts with each tenant’s login', async () => {
    const { loop } = follow({ roles: { a: login('one'), b: login('two') } });
    await loop.refresh('crm');
    const [a, b] = [await snapshots.get('crm@a'), await snapshots.get('crm@b')];
    const client = (from: typeof a) => from?.tables.find(({ name }) => name === 'client');
    expect([await values('crm@a'), await values('crm@b')]).toEqual([['Onecity'], ['Twocity']]);
    expect([client(a)?.estimatedRows, client(b)?.estimatedRows]).toEqual([9, 4]);
    expect(client(b)?.columns.map(({ name, min }) => [name, min?.slice(0, 4)])).toEqual([
      ['id', undefined],
      ['city', undefined],
      ['since', '2020'],
    ]);
    expect([
      a?.withheld,
      b?.withheld?.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
    ]).toEqual([
      [],
      [
        ['client', ['keeper', 'margin']],
        ['complaint', ['id']],
      ],
    ]);
    expect([await snapshots.get('crm'), await stateOf('crm')]).toEqual([null, 'preparing']);
  });

  it('reports only the tenant whose login is wrong, missing or a superuser', async () => {
    const { loop, registry } = follow({
      roles: { a: login('one'), wrong: login('nobody'), none: null, root: login('root') },
    });
    await loop.refresh('crm');
    expect(await Promise.all(['a', 'wrong', 'none', 'root'].map((tenant) => stateOf(`crm@${tenant}`)))).toEqual([
      'ready',
      'misconfigured',
      'misconfigured',
      'misconfigured',
    ]);
    expect(await snapshots.status('crm@root')).toMatchObject({
      detail: expect.stringMatching(/superuser.*NOSUPERUSER/s),
      findings: [{ severity: 'refuse' }],
    });
    expect(await snapshots.get('crm@root')).toBeNull();
    expect(await registry.metrics()).toMatch(/querent_connection_findings\{connection="crm",severity="refuse"\} 1/);
  });

  it('reads the schema with a superuser if the connection allows it', async () => {
    const { loop } = follow({ url: login('root'), allowSuperuser: true });
    await loop.refresh('crm');
    expect([await stateOf('crm'), (await snapshots.get('crm'))?.withheld]).toEqual(['ready', undefined]);
  });

  it('deletes a snapshot when the login of its tenant changes, but not when only the password does', async () => {
    const { loop, change, forgotten, read } = follow({ roles: { a: login('one') } });
    await loop.refresh('crm');
    change({ roles: { a: `${login('one')}?application_name=x` } });
    await loop.refresh('crm');
    expect([forgotten, read]).toEqual([[], ['crm@a', 'crm@a']]);
    change({ roles: { a: login('two') } });
    await loop.refresh('crm');
    expect([forgotten, await values('crm@a')]).toEqual([['crm@a'], ['Twocity']]);
  });

  it('deletes the snapshot of a removed tenant, even if removed while no loop ran or during a read', async () => {
    await snapshots.put('crm@gone', { ...(await seen()), connection: 'crm' });
    const { loop, change } = follow({ roles: { a: login('one'), b: login('two') } });
    const refreshing = loop.refresh('crm');
    change({ roles: { a: login('one') } });
    await refreshing;
    await waitFor(async () => (await snapshots.audiences('crm')).join() === 'crm@a');
    change(null);
    await waitFor(async () => (await redis.keys('*')).length === 0);
  });

  it('reads again if the declaration changes during a read', async () => {
    const { loop, change } = follow({ roles: { a: login('one') } });
    change({ roles: { a: login('two') } });
    await waitFor(async () => (await values('crm@a'))?.join() === 'Twocity');
    await loop.refresh('crm');
    expect(await values('crm@a')).toEqual(['Twocity']);
  });

  it('updates a tenant’s snapshot when a grant is revoked', async () => {
    const { loop } = follow({ roles: { a: login('one') } });
    await loop.refresh('crm');
    await postgres.query('REVOKE SELECT ON complaint FROM one');
    await loop.refresh('crm', 'a');
    expect((await snapshots.get('crm@a'))?.tables.map(({ name }) => name)).toEqual(['client']);
    await postgres.query('GRANT SELECT ON complaint TO one');
  });

  it('repeats reads while the schema does not fit the model file, because a grant may return', async () => {
    const { loop, read } = follow(
      { roles: { a: login('one') } },
      { fits: (tables) => tables.includes('complaint'), retryMs: 100 },
    );
    await postgres.query('REVOKE SELECT ON complaint FROM one');
    await loop.refresh('crm');
    await waitFor(() => read.length > 2);
    await postgres.query('GRANT SELECT ON complaint TO one');
    await waitFor(async () => (await snapshots.get('crm@a'))?.tables.some(({ name }) => name === 'complaint'));
  });

  it('doubles the delay while the schema does not fit, up to the normal interval', () => {
    const waits = { refreshMs: 1_000, retryMs: 100 };
    expect([1, 2, 3, 4, 5, 50].map((unfit) => waitAfter('unfit', unfit, waits))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ]);
    expect([waitAfter('fits', 0, waits), waitAfter('failed', 0, waits)]).toEqual([1_000, 100]);
  });

  it('blocks statements of a login that has become a superuser', async () => {
    const { loop } = follow({ roles: { a: login('two') } });
    await loop.refresh('crm');
    const [{ datasources } = { datasources: null }] = running;
    const datasource = datasources?.get('crm');
    const catalog = {
      connection: () => ({ name: 'crm', roles: { a: null }, allowSuperuser: false }),
    } as unknown as Catalog;
    const logins = new VerifiedLogins({ catalog, verify: verifyRole });
    await postgres.query('ALTER ROLE two SUPERUSER');
    if (!datasource) throw new Error('not open');
    await expect(
      logins.require(datasource, 'a').then(() => runReadOnly(datasource, { sql: 'SELECT 1', tenant: 'a', maxRows: 1 })),
    ).rejects.toMatchObject({ errorClass: { name: 'no_access' } });
    await loop.refresh('crm');
    expect([await stateOf('crm@a'), await snapshots.get('crm@a')]).toEqual(['misconfigured', null]);
    await postgres.query('ALTER ROLE two NOSUPERUSER');
  });

  it('keeps a snapshot during a short outage, and reports a connection without one as unavailable', async () => {
    const { loop } = follow({ roles: { a: login('one') } });
    await loop.refresh('crm');
    await postgres.quit();
    const refreshing = loop.refresh('crm');
    const states: string[] = [];
    const watching = setInterval(() => void stateOf('crm@a').then((state) => states.push(state)), 50);
    await waitFor(() => states.length > 5);
    await postgres.start();
    await refreshing.finally(() => clearInterval(watching));
    expect(new Set([...states, await stateOf('crm@a')])).toEqual(new Set(['ready']));

    await postgres.quit();
    await snapshots.forget('crm@a');
    await loop.refresh('crm');
    expect(await stateOf('crm@a')).toBe('unavailable');
    await postgres.start();
  });

  const seen = async () => {
    const { loop } = follow({});
    await loop.refresh('crm');
    const snapshot = await snapshots.get('crm');
    if (snapshot === null) throw new Error('nothing was read');
    return snapshot;
  };
});
