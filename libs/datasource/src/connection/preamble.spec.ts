import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, type Datasource } from '..';
import { Pooler, type PoolerManners } from './fixture/pooler';

const SETTINGS = `SELECT current_setting('default_transaction_read_only'), current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
  current_setting('search_path'), current_setting('datestyle'), current_setting('intervalstyle'), current_setting('bytea_output'), current_setting('extra_float_digits'),
  current_setting('lc_monetary'), current_setting('standard_conforming_strings'), current_setting('statement_timeout'), current_setting('timezone'), current_setting('work_mem'),
  current_setting('client_connection_check_interval')`;
const OURS = [
  'on',
  '5s',
  '1min',
  '"odd schema\\ ", "public"',
  'ISO, YMD',
  'iso_8601',
  'hex',
  '1',
  'C',
  'on',
  '4321ms',
  'Asia/Tokyo',
  '4MB',
  '1s',
];
const CHANGED = `SELECT set_config('datestyle', 'German', false), set_config('search_path', 'pg_catalog', false), set_config('default_transaction_read_only', 'off', false)`;

describe('the settings of every session', () => {
  let server: ThrowAwayPostgres;
  const open: { close(): unknown }[] = [];
  const limits = { statementTimeoutMs: 5_000, maxRows: 100, maxBytes: 100_000, poolSize: 1 };

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`CREATE SCHEMA "odd schema\\ "; CREATE ROLE odd LOGIN SUPERUSER; ALTER ROLE odd SET datestyle = 'SQL, DMY'; ALTER ROLE odd SET bytea_output = 'escape';
      ALTER ROLE odd SET standard_conforming_strings = off; ALTER ROLE odd SET lock_timeout = 0; ALTER ROLE odd SET extra_float_digits = 0; ALTER ROLE odd SET search_path = pg_catalog`);
  }, 60_000);

  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await server?.stop();
  });

  const datasourceAt = (url: string): Datasource => {
    const datasource = openDatasource({
      name: 'p',
      url: url.replace('postgres@', 'odd@'),
      schema: 'odd schema\\ ',
      limits,
    });
    open.push(datasource);
    return datasource;
  };
  const standingBefore = async (manners: PoolerManners): Promise<Pooler> => {
    const pooler = await Pooler.before(server.port, manners);
    open.push(pooler);
    return pooler;
  };
  /** The settings in the first session of a connection, in later ones, and after one that changed them. */
  const holdsAlways = async (datasource: Datasource) => {
    for (let session = 0; session < 4; session += 1) {
      const { rows } = await runReadOnly(datasource, {
        sql: SETTINGS,
        statementTimeoutMs: 4_321,
        timeZone: 'Asia/Tokyo',
      });
      expect(rows).toEqual([OURS]);
      await runReadOnly(datasource, { sql: CHANGED });
    }
  };

  it('are ours if the address has its own options', async () =>
    holdsAlways(datasourceAt(`${server.url}?options=-c%20geqo%3Doff`)));

  it.each<[string, PoolerManners, number]>([
    ['with a direct connection, sent once', {}, 1],
    ['through a pooler, sent in every session: its server connection is shared', { processId: 123_456_789 }, 8],
    [
      'through a pooler that refuses settings which come with a connection',
      { processId: 123_456_789, refusesOptions: true },
      8,
    ],
    ['with a server that refuses them', { refusesOptions: true }, 8],
  ])('are ours whatever the login’s own are, %s', async (_, manners, times) => {
    const between = await standingBefore(manners);
    await holdsAlways(datasourceAt(between.at(server.url)));
    expect(between.received.split('FROM unnest($1::text[], $2::text[])').length - 1).toBe(times);
  });

  it('treat a time zone as text, not as SQL', async () => {
    const datasource = datasourceAt(server.url);
    await runReadOnly(datasource, { sql: 'SELECT 1' });
    await expect(runReadOnly(datasource, { sql: 'SELECT 1', timeZone: `UTC'; SET x.y = '\\'` })).rejects.toThrow(
      /invalid value for parameter/,
    );
    expect((await runReadOnly(datasource, { sql: `SELECT current_setting('x.y', true)` })).rows).toEqual([[null]]);
  });
});
