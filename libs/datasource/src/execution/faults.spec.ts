import { readFileSync, writeFileSync } from 'node:fs';
import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import { HangingProxy } from '../connection/fixture/hanging-proxy';
import { DatabaseFailure, openDatasource, runReadOnly, type Datasource, type DatasourceConfig } from '..';

const limits = { statementTimeoutMs: 300, maxRows: 100, maxBytes: 100_000, poolSize: 2 };
const PASSWORD = 's3cr3t-in-url';

describe('database faults', () => {
  let server: ThrowAwayPostgres;
  const open: Datasource[] = [];
  const proxies: HangingProxy[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE ROLE walker LOGIN PASSWORD $$right$$');
    const [hba] = (await server.query<{ hba_file: string }>('SHOW hba_file')).rows;
    if (hba) writeFileSync(hba.hba_file, `host all walker all scram-sha-256\n${readFileSync(hba.hba_file, 'utf8')}`);
    await server.query('SELECT pg_reload_conf()');
  }, 60_000);
  afterAll(async () => {
    await Promise.all([...open, ...proxies].map((one) => one.close()));
    await server?.stop();
  });

  const openAt = (url: string, more: Partial<DatasourceConfig> = {}): Datasource => {
    const datasource = openDatasource({ name: 'f', url, limits, connectTimeoutMs: 900, ...more });
    open.push(datasource);
    return datasource;
  };
  const proxied = async (): Promise<HangingProxy> => {
    const proxy = await HangingProxy.before(server.port);
    proxies.push(proxy);
    return proxy;
  };
  const failureOf = async (running: Promise<unknown>): Promise<DatabaseFailure> => {
    const failure = await running.then(
      () => new Error('it succeeded'),
      (error: unknown) => error,
    );
    if (failure instanceof DatabaseFailure) return failure;
    throw failure;
  };
  const one = (datasource: Datasource, sql = 'SELECT 1') => runReadOnly(datasource, { sql, admit: () => undefined });
  const everyPlaceIsFree = (datasource: Datasource) => {
    const { pool } = datasource.loginFor();
    return waitFor(() => Promise.resolve(pool.idleCount === pool.totalCount && pool.waitingCount === 0));
  };

  describe('a server that accepts and never answers', () => {
    it.each([
      ['from the start', '', {}, 'connection_lost'],
      ['at TLS negotiation', '\u0000\u0008\u0004', { tls: { mode: 'require' } as const }, 'connection_lost'],
      ['at the preamble', 'BEGIN TRANSACTION', {}, 'connection_lost'],
      ['at the statement', 'SELECT 4711', {}, 'timeout'],
    ])('%s fails in bounded time, and works again after recovery', async (when, hangsAt, more, errorClass) => {
      const proxy = await proxied();
      const datasource = openAt(proxy.at(server.url), more);
      proxy.hangsAt = hangsAt;
      const ask = () => failureOf(runReadOnly(datasource, { sql: 'SELECT 4711' }));
      const failures = await Promise.all([ask(), ask(), ask(), ask()]);
      // Two of the four found no free slot in the pool and fail at the same time.
      expect(new Set(failures.map((failure) => failure.errorClass.name))).toEqual(
        new Set([errorClass, 'too_many_connections']),
      );
      proxy.hangsAt = null;
      if (when !== 'at TLS negotiation') expect((await one(datasource)).rows).toEqual([[1]]);
      await everyPlaceIsFree(datasource);
    });

    it('during clean-up delays no answer and keeps no pool slot', async () => {
      const proxy = await proxied();
      const datasource = openAt(proxy.at(server.url));
      proxy.hangsAt = 'ROLLBACK';
      expect((await one(datasource)).rows).toEqual([[1]]);
      expect((await one(datasource)).rows).toEqual([[1]]);
      proxy.hangsAt = null;
      await everyPlaceIsFree(datasource);
      expect((await one(datasource)).rows).toEqual([[1]]);
    });
  });

  it.each([
    ['a wrong password', (url: URL) => void (url.username = 'walker'), 'no_access'],
    ['an unknown database', (url: URL) => void (url.pathname = '/nowhere'), 'connection_lost'],
    ['an unknown host name', (url: URL) => void (url.hostname = 'no-such-host.invalid'), 'connection_lost'],
  ])('%s is reported accurately, without the password', async (_, change, errorClass) => {
    const url = new URL(server.url);
    url.password = PASSWORD;
    change(url);
    const failure = await failureOf(one(openAt(url.href)));
    expect(failure.errorClass.name).toBe(errorClass);
    expect(JSON.stringify([failure.message, String(failure.stack), String(failure.cause)])).not.toContain(PASSWORD);
  });

  it.each([
    'postgres://u:%zz@h/db',
    `postgres://u:12/${PASSWORD}@h/db`,
    `postgres://u:${PASSWORD}@:bad:port/db`,
    PASSWORD,
    `postgres://u:${PASSWORD}@127.0.0.1:1/db?sslmode=nonsense`,
  ])('an unreadable login (%#) is a failure that does not quote it', async (url) => {
    const datasource = openAt(url);
    const failure = await failureOf(one(datasource));
    expect(['no_access', 'connection_lost']).toContain(failure.errorClass.name);
    expect(JSON.stringify([failure.message, String(failure.stack), String(failure.cause)])).not.toContain(PASSWORD);
  });

  it('with one slot for our login serves all statements with it, and reports when it is taken', async () => {
    await server.query('CREATE ROLE lonely LOGIN CONNECTION LIMIT 1');
    const url = Object.assign(new URL(server.url), { username: 'lonely' }).href;
    const datasource = openAt(url, { limits: { ...limits, poolSize: 4 }, connectTimeoutMs: 5_000 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => one(datasource)));
    expect(answers.map(({ rows }) => rows)).toEqual(Array.from(answers, () => [[1]]));
    expect((await failureOf(one(openAt(url)))).errorClass.name).toBe('too_many_connections');
    await everyPlaceIsFree(datasource);
  });

  it('recovers by itself after a crash and restart of the server', async () => {
    const proxy = await proxied();
    const datasource = openAt(proxy.at(server.url), { limits: { ...limits, statementTimeoutMs: 20_000 } });
    const running = [1, 2].map(() => failureOf(one(datasource, 'SELECT pg_sleep(15)')));
    await waitFor(
      async () =>
        (
          await server.query(
            `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(15)%' AND state = 'active'`,
          )
        ).rows.length === 2,
    );
    await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'querent'`);
    expect((await Promise.all(running)).map(({ errorClass }) => errorClass.name)).toEqual([
      'connection_lost',
      'connection_lost',
    ]);
    expect((await one(datasource)).rows).toEqual([[1]]);
    await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'querent'`);
    // The idle connections are closed now, possibly unnoticed by the pool.
    expect((await one(datasource)).rows).toEqual([[1]]);
    await everyPlaceIsFree(datasource);
  });
});
