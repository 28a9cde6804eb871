import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, type Datasource } from '..';
import { readPlanEstimate } from './plan-estimate';

describe('readPlanEstimate', () => {
  it.each(['', 'null', '[]', '[{}]', '[{"Plan":[]}]', '[{"Plan":{"Total Cost":"1"}}]', 'not json'])(
    'knows nothing of what is no plan: %s',
    (answer) => {
      expect(readPlanEstimate(answer, new Map())).toEqual({
        totalCost: Number.NaN,
        rows: Number.NaN,
        scannedRows: Number.NaN,
      });
    },
  );

  describe('of a real server', () => {
    let server: ThrowAwayPostgres;
    let datasource: Datasource;
    beforeAll(async () => {
      server = await startPostgres();
      await server.query('CREATE TABLE big AS SELECT g AS id, g % 10 AS n FROM generate_series(1, 50000) g');
      await server.query('CREATE TABLE small AS SELECT g AS id FROM generate_series(1, 100) g');
      await server.query('ANALYZE');
      datasource = openDatasource({
        name: 'e',
        url: server.url,
        limits: { statementTimeoutMs: 9_000, maxRows: 5, maxBytes: 10_000 },
      });
    }, 60_000);
    afterAll(async () => {
      await datasource?.close();
      await server?.stop();
    });

    it.each([
      ['SELECT count(*) FROM small', 100, 100],
      ['SELECT count(*) FROM big WHERE n = 3 AND id < 9', 50_000, 50_000],
      ['SELECT * FROM big LIMIT 10', 10, 50],
      ['SELECT * FROM big ORDER BY n LIMIT 10', 50_000, 50_000],
      ['SELECT count(*) FROM big a, small b', 5_000_000, 5_000_000],
      ['SELECT count(*) FROM big a, small b WHERE a.id + b.id = 7', 5_000_000, 5_000_000],
      ['SELECT 1', 0, 1],
    ])('%s goes through %i to %i rows', async (sql, least, most) => {
      const estimate = await seen(sql);
      expect(estimate?.scannedRows).toBeGreaterThanOrEqual(least);
      expect(estimate?.scannedRows).toBeLessThanOrEqual(most);
    });

    const seen = async (sql: string) => {
      let last = null as { scannedRows: number } | null;
      await runReadOnly(datasource, {
        sql,
        admit: (estimate) => {
          last = estimate;
          throw new Error('not run');
        },
      }).catch(() => undefined);
      return last;
    };
  });
});
