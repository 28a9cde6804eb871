import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import { HangingProxy } from '../connection/fixture/hanging-proxy';
import { Pooler } from '../connection/fixture/pooler';
import { DatabaseFailure, openDatasource, runReadOnly, type Datasource, type ReadOnlyStatement } from '..';

describe('a statement whose estimate is known', () => {
  let server: ThrowAwayPostgres;
  let wire: Pooler;
  let datasource: Datasource;
  const open: { close(): unknown }[] = [];
  const limits = { statementTimeoutMs: 5_000, maxRows: 2_000, maxBytes: 1_000_000, poolSize: 1 };
  const openAt = (url: string, more = {}): Datasource => {
    const opened = openDatasource({ name: 'k', url, limits, ...more });
    open.push(opened);
    return opened;
  };

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`
      CREATE TABLE items (id int); INSERT INTO items SELECT generate_series(1, 5); ANALYZE items;
      CREATE TABLE naps (seconds float); INSERT INTO naps VALUES (0);
      CREATE ROLE acme LOGIN; GRANT SELECT ON items TO acme`);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await server?.stop();
  });
  beforeEach(async () => {
    wire = await Pooler.before(server.port, {});
    open.push(wire);
    datasource = openAt(wire.at(server.url));
  });
  afterEach(() => jest.restoreAllMocks());

  const run = (sql: string, more: Partial<ReadOnlyStatement> = {}, at = datasource) =>
    runReadOnly(at, { sql, admit: () => undefined, ...more });
  const explained = () => wire.received.split('EXPLAIN').length - 1;
  const failureOf = async (running: Promise<unknown>): Promise<DatabaseFailure> => {
    const failure: unknown = await running.then(
      () => new Error('it succeeded'),
      (error: unknown) => error,
    );
    if (failure instanceof DatabaseFailure) return failure;
    throw failure;
  };
  const byId = 'SELECT id FROM items WHERE id = $1';

  it('is sent without EXPLAIN, in one packet from its transaction to the clean-up', async () => {
    const first = await run(byId, { params: [3] });
    const at = wire.received.length;
    const packets = wire.packets;
    const second = await run(byId, { params: [3] });
    await waitFor(async () => wire.received.slice(at).includes('DISCARD ALL'));
    expect([second.rows, second.estimate, second.columns]).toEqual([[[3]], first.estimate, first.columns]);
    expect([explained(), wire.packets - packets]).toEqual([1, 1]);
    expect(wire.received.slice(at)).toMatch(/BEGIN TRANSACTION[^]*SELECT id FROM items[^]*ROLLBACK[^]*DISCARD ALL/);
  });

  it('is explained again with other parameters, in another time zone, and as another login', async () => {
    const tenants = openAt(wire.at(server.url), { roles: { acme: wire.at(server.url).replace('postgres@', 'acme@') } });
    await run(byId, { params: [3] }, tenants);
    for (const more of [{ params: [4] }, { params: [3], timeZone: 'Asia/Tokyo' }, { params: [3], tenant: 'acme' }]) {
      const before = explained();
      await run(byId, more, tenants);
      await run(byId, more, tenants);
      expect(explained() - before).toBe(1);
    }
  });

  it('is explained again after a minute, however often it ran', async () => {
    const clock = jest.spyOn(performance, 'now');
    const start = performance.now();
    for (const seconds of [0, 40, 59]) {
      clock.mockReturnValue(start + seconds * 1_000);
      await run(byId, { params: [3] });
    }
    expect(explained()).toBe(1);
    clock.mockReturnValue(start + 62_000);
    // The cache reads the clock once per millisecond of real time.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await run(byId, { params: [3] });
    expect(explained()).toBe(2);
  });

  it('is explained again if it was refused or has failed', async () => {
    const refuse = () => {
      throw new Error('too expensive');
    };
    await expect(run(byId, { params: [5], admit: refuse })).rejects.toThrow('too expensive');
    await failureOf(run('SELECT 1 / (id - 1) FROM items'));
    const before = explained();
    await run(byId, { params: [5] });
    await failureOf(run('SELECT 1 / (id - 1) FROM items'));
    expect(explained() - before).toBe(2);
    await expect(run(byId, { params: [5], admit: refuse })).rejects.toThrow('too expensive');
    await run(byId, { params: [5] });
    expect(explained() - before).toBe(3);
  });

  it('is not sent if its known estimate is refused, and keeps the connection', async () => {
    const session = async () => (await run('SELECT pg_backend_pid()')).rows[0]?.[0];
    const before = await session();
    const times = () => wire.received.split('SELECT pg_backend_pid()').length;
    const sent = times();
    const refuse = () => {
      throw new Error('too expensive');
    };
    await expect(run('SELECT pg_backend_pid()', { admit: refuse })).rejects.toThrow('too expensive');
    expect(times()).toBe(sent);
    expect(await session()).toBe(before);
  });

  it('returns all rows within the limits though there are many more than estimated', async () => {
    await server.query('CREATE TABLE growing AS SELECT 1 AS id; ANALYZE growing');
    const sql = 'SELECT id FROM growing';
    expect((await run(sql)).rowCount).toBe(1);
    await server.query('INSERT INTO growing SELECT generate_series(2, 1500)');
    expect(await run(sql)).toMatchObject({ rowCount: 1_500, truncated: false });
    await server.query('INSERT INTO growing SELECT generate_series(1501, 3000)');
    expect(await run(sql)).toMatchObject({ rowCount: 2_000, truncated: true });
    expect(await run(sql, { maxBytes: 100 })).toMatchObject({ rowCount: 54, truncated: true });
    expect(explained()).toBe(1);
  });

  it('leaves no session state behind, and reports its error', async () => {
    const lock = `SELECT pg_advisory_lock(id), set_config('app.x', 'y', false) FROM items WHERE id = 1`;
    await run(lock);
    await run(lock);
    expect(explained()).toBe(1);
    expect((await run(`SELECT coalesce(current_setting('app.x', true), '')`)).rows).toEqual([['']]);
    expect((await server.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`)).rows).toEqual([]);
    const divide = 'SELECT 1 / min(seconds + 1) FROM naps';
    await run(divide);
    await server.query('UPDATE naps SET seconds = -1');
    expect((await failureOf(run(divide))).errorClass.name).toBe('division_by_zero');
    await server.query('UPDATE naps SET seconds = 0');
    expect((await run(divide)).rows).toEqual([[1]]);
  });

  describe('on a connection that fails', () => {
    const nap = 'SELECT pg_sleep(seconds)::text FROM naps';
    const sleepers = async () =>
      (
        await server.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(%' AND state = 'active'`,
        )
      ).rows;
    const terminate = () =>
      server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'querent'`);

    it('is not repeated once it has begun', async () => {
      await run(nap);
      await server.query('UPDATE naps SET seconds = 4');
      const times = () => wire.received.split(nap).length;
      const before = times();
      const lost = failureOf(run(nap));
      await waitFor(async () => (await sleepers()).length === 1);
      await terminate();
      expect((await lost).errorClass.name).toBe('connection_lost');
      await server.query('UPDATE naps SET seconds = 0');
      expect(times() - before).toBe(1);
    });

    it('is sent on another connection if this one was closed before', async () => {
      await run(nap);
      await terminate();
      expect((await run(nap)).rowCount).toBe(1);
    });

    it.each([
      ['BEGIN TRANSACTION', 'connection_lost'],
      [nap, 'timeout'],
    ])(
      'ends in bounded time if the server hangs at %s',
      async (hangsAt, errorClass) => {
        const proxy = await HangingProxy.before(server.port);
        open.push(proxy);
        const hanging = openAt(proxy.at(server.url), { limits: { ...limits, statementTimeoutMs: 300 } });
        await run(nap, {}, hanging);
        proxy.hangsAt = hangsAt;
        expect((await failureOf(run(nap, {}, hanging))).errorClass.name).toBe(errorClass);
        proxy.hangsAt = null;
        expect((await run(nap, {}, hanging)).rowCount).toBe(1);
      },
      20_000,
    );

    it('is cancelled in the database', async () => {
      await run(nap);
      await server.query('UPDATE naps SET seconds = 4');
      const abort = new AbortController();
      const cancelled = failureOf(run(nap, { signal: abort.signal }));
      await waitFor(async () => (await sleepers()).length === 1);
      abort.abort();
      expect((await cancelled).errorClass.name).toBe('cancelled');
      await waitFor(async () => (await sleepers()).length === 0);
      await server.query('UPDATE naps SET seconds = 0');
      expect((await run(nap)).rowCount).toBe(1);
    });
  });
});
