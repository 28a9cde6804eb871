import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitFor } from '@querent/testing';
import { DatabaseFailure, introspect, openDatasource, runReadOnly, type Datasource } from '..';

/**
 * PGlite cannot be created inside Jest (it imports dynamically), so it runs in a separate process, behind the demo's
 * server.
 */
const SERVER = `
  import { PGlite } from '@electric-sql/pglite';
  import { servePglite } from '${pathToFileURL(join(__dirname, '../../../../infra/tools/local/servers/pglite-server.mjs')).href}';
  const db = await PGlite.create();
  await db.exec("CREATE SCHEMA shop; CREATE TABLE shop.orders (id int PRIMARY KEY, status text, at timestamptz, total numeric); " +
    "INSERT INTO shop.orders SELECT g, CASE WHEN g % 2 = 0 THEN 'paid' ELSE 'open' END, '2024-01-01Z'::timestamptz + g * interval '1 hour', g / 4.0 FROM generate_series(1, 1200) g");
  const server = await servePglite(db, 0);
  console.log('port ' + server.address().port);`;

describe('runReadOnly on PGlite over its socket', () => {
  let child: ChildProcess;
  let datasource: Datasource;
  const limits = { statementTimeoutMs: 10_000, maxRows: 5_000, maxBytes: 1_000_000 };
  const run = (sql: string, more: object = {}) => runReadOnly(datasource, { sql, ...more });
  /** It continues to compute for a disconnected client, on a busy machine for longer than the next one waits. */
  const answersAgain = async () => expect((await waitFor(() => run('SELECT 1 AS one'))).rows).toEqual([[1]]);
  const classOf = (running: Promise<unknown>) =>
    running.then(
      () => 'succeeded',
      (error: unknown) => (error instanceof DatabaseFailure ? error.errorClass.name : String(error)),
    );

  beforeAll(async () => {
    child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = child.stdout ? ((await once(child.stdout, 'data')) as [Buffer]) : [];
    const port = /port (\d+)/.exec(String(line))?.[1];
    datasource = openDatasource({
      name: 'p',
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      schema: 'shop',
      limits,
    });
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    child?.kill('SIGKILL');
  });

  it('reads rows, values and probes in batches', async () => {
    const probes = [{ id: 'n', label: 'n', sql: 'SELECT count(*) FROM orders', params: [] }];
    const result = await run('SELECT id, status, at, total FROM orders WHERE id > $1 ORDER BY id', {
      params: [100],
      probes,
    });
    expect(result).toMatchObject({ rowCount: 1100, truncated: false, probes: [{ value: '1200' }] });
    expect(result.rows[0]).toEqual([101, 'open', '2024-01-05T05:00:00+00:00', '25.2500000000000000']);
  });

  it('caps rows and stays usable', async () => {
    for (let i = 0; i < 5; i += 1)
      expect(await run('SELECT id FROM orders', { maxRows: 60 })).toMatchObject({ rowCount: 60, truncated: true });
  });

  it('serves several statements at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => run('SELECT $1::int AS i, count(*) FROM orders', { params: [i] })),
    );
    expect(results.map(({ rows }) => rows[0])).toEqual(Array.from({ length: 20 }, (_, i) => [i, 1200]));
  });

  it('refuses writes and several statements, and classes errors', async () => {
    expect(await classOf(run('DELETE FROM orders'))).toBe('read_only_violation');
    expect(await classOf(run('COMMIT; DELETE FROM orders'))).toBe('syntax');
    expect(await classOf(run('SELECT nope FROM orders'))).toBe('unknown_column');
    expect((await run('SELECT count(*) FROM orders')).rows).toEqual([[1200]]);
  });

  it('introspects', async () => {
    const snapshot = await introspect(datasource);
    expect(snapshot.tables).toMatchObject([
      {
        name: 'orders',
        primaryKey: ['id'],
        estimatedRows: 1200,
        columns: [{ name: 'id' }, { name: 'status', values: ['open', 'paid'] }, { name: 'at' }, {}],
      },
    ]);
  });

  it('gives up a statement that cannot be stopped there, in bounded time, and recovers', async () => {
    const start = Date.now();
    const heavy = 'SELECT count(*) FROM generate_series(1, 12000) a, generate_series(1, 1500) b';
    expect(await classOf(run(heavy, { statementTimeoutMs: 100 }))).toBe('timeout');
    expect(Date.now() - start).toBeLessThan(2_500);
    await answersAgain();
  });

  it('gives up a cancelled one the same way', async () => {
    const heavy = 'SELECT count(*) FROM generate_series(1, 12000) a, generate_series(1, 1500) b';
    expect(await classOf(run(heavy, { signal: AbortSignal.timeout(100) }))).toBe('cancelled');
    await answersAgain();
  });
});
