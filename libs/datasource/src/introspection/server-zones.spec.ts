import { isTimeZone, schemaSnapshot, serverTimeZone } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource } from '..';

describe('the zones of a server', () => {
  let server: ThrowAwayPostgres;
  const limits = { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 1_000 };

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);

  afterAll(() => server?.stop());

  async function seenAs(zone: string | null) {
    const login = `reader_${Math.random().toString(36).slice(2)}`;
    await server.query(`CREATE ROLE ${login} LOGIN PASSWORD 'r'`);
    if (zone !== null) await server.query(`ALTER ROLE ${login} SET timezone = '${zone}'`);
    const url = new URL(server.url);
    [url.username, url.password] = [login, 'r'];
    const datasource = openDatasource({ name: 'shop', url: url.href, limits });
    try {
      return schemaSnapshot.parse(await introspect(datasource));
    } finally {
      await datasource.close();
    }
  }

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['asia/shanghai', 'Asia/Shanghai'],
    ['PRC', 'Asia/Shanghai'],
    ['EST5EDT', 'America/New_York'],
    ['UTC', 'UTC'],
    ['-3', 'Etc/GMT+3'],
    ['<+08>-08', 'Etc/GMT-8'],
    ['<+0530>-05:30', undefined],
  ])('a login whose sessions start in %s gets the zone %s', async (zone, seen) => {
    expect((await seenAs(zone)).timeZone).toBe(seen);
  });

  it('the zone is the server’s if the login has none', async () => {
    const { rows } = await server.query<{ TimeZone: string }>('SHOW TimeZone');
    expect((await seenAs(null)).timeZone).toBe(rows[0]?.TimeZone);
  });

  it('an accepted time zone name has the same meaning on the server, or the server is known to lack it', async () => {
    const { timeZones = [] } = await seenAs(null);
    expect(timeZones.length).toBeGreaterThan(400);
    const links = [
      'Asia/Kolkata',
      'Europe/Kyiv',
      'Asia/Ho_Chi_Minh',
      'America/Nuuk',
      'US/Pacific',
      'Canada/Atlantic',
      'Etc/GMT-8',
      'utc',
      'GMT',
      'asia/tokyo',
    ];
    const taken = [...Intl.supportedValuesOf('timeZone'), ...links].map((name) => serverTimeZone(name, timeZones));
    expect(taken).not.toContain(null);
    for (const name of taken) {
      const { rows } = await server.query<{ day: string }>(
        `SELECT (timestamptz '2026-11-21 16:30+00' AT TIME ZONE $1)::date::text AS day`,
        [name],
      );
      const day = new Intl.DateTimeFormat('en-CA', {
        timeZone: String(name),
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(new Date('2026-11-21T16:30:00Z'));
      expect([name, rows[0]?.day]).toEqual([name, day]);
    }
  }, 60_000);

  it.each([
    'IST',
    'PST',
    'CST',
    'EST',
    'AET',
    'PRC',
    'Japan',
    'EST5EDT',
    'SystemV/PST8PDT',
    'posix/Asia/Tokyo',
    'localtime',
    '+08:00',
    '8',
    '',
    'Mars/Base',
  ])('%s is not accepted as a time zone', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it('the server gets the name of a zone that it knows, and an unknown zone is refused', () => {
    expect(serverTimeZone('Asia/Kolkata', ['Asia/Calcutta', 'UTC'])).toBe('Asia/Calcutta');
    expect(serverTimeZone('US/Pacific', ['America/Los_Angeles'])).toBe('America/Los_Angeles');
    expect(serverTimeZone('Asia/Tokyo', ['Asia/Calcutta', 'UTC'])).toBeNull();
    expect(serverTimeZone('Asia/Tokyo', undefined)).toBe('Asia/Tokyo');
  });
});
