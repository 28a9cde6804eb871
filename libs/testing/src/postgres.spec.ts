import { existsSync } from 'node:fs';
import { startPostgres } from './index';

describe('startPostgres', () => {
  it('runs PostgreSQL 15 with PostGIS in UTF-8 and removes its folder when stopped', async () => {
    const postgres = await startPostgres({ settings: { max_connections: 12 } });
    await postgres.query(`CREATE EXTENSION postgis; CREATE TABLE 景区 (名称 text, geom geometry(Point, 4326));
      INSERT INTO 景区 VALUES ('西湖', ST_SetSRID(ST_MakePoint(120.15, 30.25), 4326))`);
    const { rows } = await postgres.query<{ name: string; metres: number; connections: string }>(
      `SELECT 名称 AS name, round(ST_Distance(geom::geography, ST_SetSRID(ST_MakePoint(120.15, $1::float8), 4326)::geography)) AS metres,
              current_setting('max_connections') AS connections FROM 景区`,
      [30.26],
    );
    expect(rows).toEqual([{ name: '西湖', metres: 1109, connections: '12' }]);
    expect((await postgres.query('SHOW server_version')).rows[0]?.server_version).toMatch(/^15\./);
    await postgres.stop();
    expect(existsSync(postgres.dir)).toBe(false);
  });

  it('enforces statement_timeout, which the embedded PGlite cannot', async () => {
    const postgres = await startPostgres({ settings: { statement_timeout: 50 } });
    await expect(postgres.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    await postgres.stop();
  });
});
