import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import { DatabaseFailure, openDatasource, runReadOnly, type Datasource, type ReadOnlyStatement } from '..';

describe('runReadOnly on a real PostgreSQL', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;
  const limits = { statementTimeoutMs: 5_000, maxRows: 1_000, maxBytes: 1_000_000, poolSize: 1 };

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`
      CREATE TABLE customers (id int PRIMARY KEY, name text);
      INSERT INTO customers SELECT g, 'customer ' || g FROM generate_series(1, 3000) g;
      CREATE SCHEMA shop; CREATE TABLE shop.orders (id int); INSERT INTO shop.orders VALUES (7);
    `);
    datasource = openDatasource({ name: 'shop', url: server.url, limits });
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  const run = (sql: string, more: Partial<ReadOnlyStatement> = {}) => runReadOnly(datasource, { sql, ...more });
  const failureOf = async (running: Promise<unknown>): Promise<DatabaseFailure> => {
    const failure = await running.then(
      () => new Error('it succeeded'),
      (error: unknown) => error,
    );
    if (failure instanceof DatabaseFailure) return failure;
    throw failure;
  };
  const running = async (fragment: string) =>
    (
      await server.query(
        `SELECT pid FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%' || $1 || '%'`,
        [fragment],
      )
    ).rows as { pid: number }[];

  describe('with rows that suddenly become large', () => {
    const growing = `SELECT g, CASE WHEN g > 300 THEN repeat('x', 1000000) ELSE 'x' END FROM generate_series(1, 400) g`;
    const all = { maxRows: 1_000, maxBytes: 1_000_000_000 };

    it('passes them on before the fetch has ended, in order, each once', async () => {
      const seen: number[] = [];
      let largest = 0;
      await run(growing, {
        ...all,
        onBatch: async (rows) => {
          largest = Math.max(
            largest,
            rows.reduce((sum, row) => sum + String(row[1]).length, 0),
          );
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(...rows.map((row) => Number(row[0])));
        },
      });
      expect(seen).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
      expect(largest).toBeLessThan(12_000_000);
    });

    it('passes errors of the row handler through and keeps the connection usable', async () => {
      const failing = run(growing, {
        ...all,
        onBatch: async (rows) => {
          if (Number(rows[0]?.[0]) > 300) throw new Error('of ours');
        },
      });
      await expect(failing).rejects.toThrow('of ours');
      expect((await run('SELECT 1')).rows).toEqual([[1]]);
    });
  });

  it('returns columns and rows with parameters', async () => {
    const result = await run('SELECT id, name FROM customers WHERE id = $1', { params: [42] });
    expect(result).toMatchObject({
      columns: [
        { name: 'id', typeOid: 23, typeName: 'int4' },
        { name: 'name', typeOid: 25, typeName: 'text' },
      ],
      rows: [[42, 'customer 42']],
      rowCount: 1,
      truncated: false,
    });
  });

  it('describes the columns of an empty result', async () => {
    expect(await run('SELECT id FROM customers WHERE false')).toMatchObject({
      columns: [{ name: 'id' }],
      rows: [],
      rowCount: 0,
      truncated: false,
    });
  });

  it.each([
    [3, 3, true],
    [3000, 3000, false],
    [2999, 2999, true],
    [4000, 3000, false],
  ])('caps rows at %i', async (maxRows, rowCount, truncated) => {
    const result = await run('SELECT id FROM customers ORDER BY id', { maxRows });
    expect([result.rowCount, result.rows.length, result.truncated]).toEqual([rowCount, rowCount, truncated]);
    expect(result.rows.at(-1)).toEqual([rowCount]);
  });

  it('caps bytes', async () => {
    const result = await run(`SELECT repeat('x', 1000) FROM customers`, { maxBytes: 10_500 });
    expect([result.rowCount, result.truncated]).toEqual([10, true]);
  });

  it('cuts long values, counts them, and counts their bytes as cut', async () => {
    const sql = `SELECT repeat('x', 5000) AS long, 'short' AS short FROM generate_series(1, 3)`;
    expect(await run(sql, { maxCellBytes: 1_000, maxBytes: 4_000 })).toMatchObject({
      rowCount: 3,
      cutCells: 3,
      truncated: false,
    });
    expect(await run(sql)).toMatchObject({ cutCells: 0, estimate: null });
  });

  it('estimates a statement before it runs, and runs none that is not admitted', async () => {
    const seen: unknown[] = [];
    const { estimate, rows } = await run('SELECT count(*) FROM customers WHERE id > $1', {
      params: [10],
      admit: (expected) => void seen.push(expected),
    });
    expect([estimate, rows]).toEqual([seen[0], [[2990]]]);
    expect(estimate).toMatchObject({ rows: 1, totalCost: expect.any(Number) });
    class Refused extends Error {}
    const refuse = () => {
      throw new Refused();
    };
    await expect(run('SELECT pg_advisory_lock(5)', { admit: refuse })).rejects.toBeInstanceOf(Refused);
    expect((await server.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`)).rows).toEqual([]);
    expect((await failureOf(run('SELECT nope FROM customers', { admit: refuse }))).errorClass.name).toBe(
      'unknown_column',
    );
  });

  it('keeps its connection when a statement was not admitted, or its reader failed', async () => {
    const session = async () => (await run('SELECT pg_backend_pid()')).rows[0]?.[0];
    const fail = () => {
      throw new Error('of ours');
    };
    const before = await session();
    for (const more of [{ admit: fail }, { onBatch: fail }])
      await expect(run('SELECT 1', more)).rejects.toThrow('of ours');
    expect(await session()).toBe(before);
  });

  it('passes rows on in batches and keeps none of them', async () => {
    const seen: unknown[] = [];
    const result = await run('SELECT id FROM customers ORDER BY id', {
      maxRows: 3000,
      onBatch: (rows, columns) => {
        expect(columns[0]?.name).toBe('id');
        seen.push(...rows.flat());
      },
    });
    expect(result.rows).toEqual([]);
    expect(seen).toHaveLength(3000);
  });

  it('answers probes from the same snapshot, and survives a broken one', async () => {
    const { probes } = await run('SELECT 1', {
      probes: [
        { id: 'a', label: 'skipped', sql: 'SELECT count(*) FROM customers WHERE id > $1', params: [2990] },
        { id: 'b', label: 'broken', sql: 'SELECT 1/0', params: [] },
      ],
    });
    expect(probes).toEqual([
      { id: 'a', label: 'skipped', value: '10' },
      { id: 'b', label: 'broken', value: null },
    ]);
  });

  it.each([
    ['two statements', 'COMMIT; DELETE FROM customers', 'syntax'],
    ['two statements with parameters absent', 'SELECT 1; SELECT 2', 'syntax'],
    ['a write', 'DELETE FROM customers', 'read_only_violation'],
    ['a table', 'CREATE TABLE t (a int)', 'read_only_violation'],
    ['a sequence', `SELECT setval('s', 1)`, 'unknown_table'],
    ['an unknown column', 'SELECT nope FROM customers', 'unknown_column'],
    ['a division by zero', 'SELECT 1/0', 'division_by_zero'],
    ['a bad cast', `SELECT 'x'::int`, 'invalid_text'],
    ['grouping', 'SELECT id, count(*) FROM customers GROUP BY name', 'grouping'],
  ])('refuses %s', async (_what, sql, name) => {
    expect((await failureOf(run(sql))).errorClass.name).toBe(name);
    expect((await run('SELECT count(*)::int FROM customers')).rows).toEqual([[3000]]);
  });

  it.each(['COMMIT', 'ROLLBACK', 'END', 'ABORT'])('stays read-only after a bare %s', async (sql) => {
    await run(sql).catch(() => undefined);
    const late = run('SELECT 1', { probes: [{ id: 'w', label: 'w', sql: 'DELETE FROM customers', params: [] }] });
    expect((await late).probes).toEqual([{ id: 'w', label: 'w', value: null }]);
    expect((await run('SELECT count(*)::int FROM customers')).rows).toEqual([[3000]]);
    expect((await run('SHOW transaction_read_only')).rows).toEqual([['on']]);
  });

  it('stops a statement at its time-out and keeps the pool usable', async () => {
    const failure = await failureOf(run('SELECT pg_sleep(30)', { statementTimeoutMs: 200 }));
    expect(failure.errorClass.name).toBe('timeout');
    // The server sends the error before it becomes idle.
    await waitFor(async () => (await running('pg_sleep')).length === 0);
    expect((await run('SELECT 1 AS one')).rows).toEqual([[1]]);
  });

  it('counts the time of all fetches together', async () => {
    const slow = 'SELECT id, pg_sleep(0.004)::text FROM customers';
    const failure = await failureOf(run(slow, { statementTimeoutMs: 500, maxRows: 3000 }));
    expect(failure.errorClass.name).toBe('timeout');
  });

  it('cancels the statement in the database when the signal aborts', async () => {
    const abort = new AbortController();
    const cancelled = failureOf(run('SELECT pg_sleep(31)', { signal: abort.signal }));
    await waitFor(async () => (await running('pg_sleep(31)')).length === 1);
    const start = Date.now();
    abort.abort();
    expect((await cancelled).errorClass.name).toBe('cancelled');
    await waitFor(async () => (await running('pg_sleep(31)')).length === 0);
    // Not the statement's own time-out, which is 5 s.
    expect(Date.now() - start).toBeLessThan(3_000);
    expect((await run('SELECT 1 AS one')).rows).toEqual([[1]]);
  });

  it('does not start a statement that was already cancelled', async () => {
    expect((await failureOf(run('SELECT 1', { signal: AbortSignal.abort() }))).errorClass.name).toBe('cancelled');
  });

  it('reports a killed connection, and recovers', async () => {
    const killed = failureOf(run('SELECT pg_sleep(32)'));
    await waitFor(async () => (await running('pg_sleep(32)')).length === 1);
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(32)%'`,
    );
    expect((await killed).errorClass).toMatchObject({ name: 'connection_lost', retryable: true });
    expect((await run('SELECT 1 AS one')).rows).toEqual([[1]]);
  });

  it('leaves no session state behind', async () => {
    await run(
      `SELECT set_config('statement_timeout', '1ms', false), set_config('search_path', 'shop', false), set_config('app.tenant', 'other', false)`,
    );
    await run('SELECT pg_advisory_lock(99)');
    const after = await run(
      `SELECT current_setting('statement_timeout'), current_setting('search_path'), coalesce(current_setting('app.tenant', true), '')`,
    );
    expect(after.rows).toEqual([['5s', '"public"', '']]);
    expect((await server.query(`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory'`)).rows).toEqual([
      { n: 0 },
    ]);
  });

  it('looks up unqualified names in the schema of the connection', async () => {
    const shop = openDatasource({ name: 'orders', url: server.url, schema: 'shop', limits });
    expect((await runReadOnly(shop, { sql: 'SELECT id FROM orders' })).rows).toEqual([[7]]);
    await shop.close();
  });

  it('shows times in the requested zone and rejects other texts as a zone', async () => {
    const at = `SELECT '2024-05-01 00:00+00'::timestamptz AS at`;
    expect((await run(at, { timeZone: 'Asia/Shanghai' })).rows).toEqual([['2024-05-01T08:00:00+08:00']]);
    for (const timeZone of ['Mars/Base', `UTC'; DELETE FROM customers; --`, '\\']) {
      expect((await failureOf(run(at, { timeZone }))).errorClass.name).toBe('invalid_text');
    }
  });

  it('never falls back to the common login for a tenant without one', async () => {
    const tenants = openDatasource({ name: 't', url: server.url, limits, roles: { acme: null } });
    for (const tenant of ['acme', 'unknown', 'constructor']) {
      expect((await failureOf(runReadOnly(tenants, { sql: 'SELECT 1', tenant }))).errorClass.name).toBe('no_access');
    }
    await tenants.close();
  });

  it('gives up on a server that accepts and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const hung = openDatasource({
      name: 'h',
      url: `postgres://u:p@127.0.0.1:${port}/x`,
      limits,
      connectTimeoutMs: 200,
    });
    expect((await failureOf(runReadOnly(hung, { sql: 'SELECT 1' }))).errorClass.name).toBe('connection_lost');
    await hung.close();
    // Ends when the client has disconnected.
    await new Promise((closed) => silent.close(closed));
  });

  it('reports that all its connections stay busy', async () => {
    const small = openDatasource({ name: 's', url: server.url, limits, connectTimeoutMs: 700 });
    const busy = runReadOnly(small, { sql: 'SELECT pg_sleep(1.5)' });
    expect((await failureOf(runReadOnly(small, { sql: 'SELECT 1' }))).errorClass).toMatchObject({
      name: 'too_many_connections',
      retryable: true,
    });
    await busy;
    await small.close();
  });

  it('reports an unreachable server in bounded time', async () => {
    const nowhere = openDatasource({ name: 'n', url: 'postgres://u:p@127.0.0.1:1/x', limits });
    expect((await failureOf(runReadOnly(nowhere, { sql: 'SELECT 1' }))).errorClass.name).toBe('connection_lost');
    await nowhere.close();
  });
});
