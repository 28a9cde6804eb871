import { chmodSync, chownSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, waitFor, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, type DatasourceConfig } from '..';
import { FIXTURE_CA, FIXTURE_CERTIFICATE, FIXTURE_KEY } from './fixture/certificates';

const limits = { statementTimeoutMs: 10_000, maxRows: 10, maxBytes: 10_000 };
const NAME = 'db.fixture.test';

describe('an encrypted connection', () => {
  let server: ThrowAwayPostgres;
  let caFile: string;

  beforeAll(async () => {
    caFile = join(mkdtempSync(join(tmpdir(), 'querent-tls-')), 'ca.crt');
    writeFileSync(caFile, FIXTURE_CA);
    server = await startPostgres();
    const folder =
      (await server.query<{ data_directory: string }>('SHOW data_directory')).rows[0]?.data_directory ?? '';
    const { uid, gid } = statSync(folder);
    for (const [name, text] of [
      ['server.crt', FIXTURE_CERTIFICATE],
      ['server.key', FIXTURE_KEY],
    ] as const) {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o600);
      chownSync(join(folder, name), uid, gid);
    }
    await server.query('ALTER SYSTEM SET ssl = on');
    await server.query('SELECT pg_reload_conf()');
    await waitFor(async () => (await server.query<{ ssl: string }>('SHOW ssl')).rows[0]?.ssl === 'on');
  }, 60_000);
  afterAll(() => server?.stop());

  const isEncrypted = async (more: Partial<DatasourceConfig>, query = ''): Promise<unknown> => {
    const datasource = openDatasource({ name: 't', url: server.url + query, limits, ...more });
    const asked = runReadOnly(datasource, { sql: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()' });
    const outcome = await asked.then(
      ({ rows }) => rows[0]?.[0],
      (error: { errorClass?: { name: string } }) => error.errorClass?.name ?? error,
    );
    await datasource.close();
    return outcome;
  };

  it.each<[DatasourceConfig['tls'], unknown]>([
    [undefined, false],
    [{ mode: 'disable' }, false],
    [{ mode: 'require' }, true],
    [{ mode: 'verify-ca', ca: FIXTURE_CA }, true],
    [{ mode: 'verify-ca' }, 'connection_lost'],
    [{ mode: 'verify-full', ca: FIXTURE_CA }, 'connection_lost'],
    [{ mode: 'verify-full', ca: FIXTURE_CA, serverName: NAME }, true],
    [{ mode: 'verify-full', ca: FIXTURE_CA, serverName: 'other.test' }, 'connection_lost'],
    [{ mode: 'verify-full', serverName: NAME }, 'connection_lost'],
    [{ mode: 'verify-full', ca: '/no/such/file' }, 'no_access'],
  ])('encrypts or fails according to its options (%#)', async (tls, expected) => {
    expect(await isEncrypted({ tls })).toBe(expected);
  });

  it('reads sslmode in a url as libpq does', async () => {
    expect(await isEncrypted({}, '?sslmode=disable')).toBe(false);
    for (const query of [
      '?sslmode=require',
      '?sslmode=prefer',
      `?sslmode=verify-ca&sslrootcert=${caFile}`,
      `?sslmode=require&sslrootcert=${caFile}`,
    ]) {
      expect([query, await isEncrypted({}, query)]).toEqual([query, true]);
    }
    expect(await isEncrypted({}, `?sslmode=verify-full&sslrootcert=${caFile}`)).toBe('connection_lost');
    expect(await isEncrypted({}, '?sslmode=verify-ca')).toBe('connection_lost');
  });

  it('cancels a statement over it', async () => {
    const datasource = openDatasource({
      name: 't',
      url: server.url,
      limits,
      tls: { mode: 'verify-full', ca: caFile, serverName: NAME },
    });
    const abort = new AbortController();
    const running = runReadOnly(datasource, { sql: 'SELECT pg_sleep(9)', signal: abort.signal }).catch(
      (error: { message: string }) => error,
    );
    const active = async () =>
      (await server.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(9)%' AND state = 'active'`))
        .rows.length;
    await waitFor(async () => (await active()) === 1);
    abort.abort();
    expect(await running).toMatchObject({ errorClass: { name: 'cancelled' } });
    // The server sends the error before it becomes idle.
    await waitFor(async () => (await active()) === 0);
    await datasource.close();
  });
});
