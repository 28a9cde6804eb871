import { playAlone, playHalves } from './in-processes';
import type { TenantReport } from './tenant-report';

const runs = Number(process.env['TENANT_RUNS'] ?? 80);
const seed = process.env['TENANT_SEED'] ?? 'tenants';

describe(`over ${runs} runs of two tenants in turns, with mixed and hostile statements`, () => {
  let report: TenantReport;
  beforeAll(async () => {
    const started = performance.now();
    report = await playHalves({ seed, runs });
    const { leaks, differing, wrongs, ...rest } = report;
    process.stdout.write(
      `${((performance.now() - started) / 1000).toFixed(1)} s, ${leaks.length} leaks, ${differing.length} differing, ${wrongs.length} wrong, ${JSON.stringify(rest)}\n`,
    );
  }, 3_600_000);

  it('shows no tenant a mark of another in any byte, nor keeps one in its runs', () => {
    expect(report.leaks.slice(0, 5)).toEqual([]);
    expect(report.runs).toBe(runs);
  });

  it('gives each tenant what its rows alone give, guarded or not', () => {
    expect(report.differing.slice(0, 5)).toEqual([]);
    expect(report.compared).toBeGreaterThan(runs / 3);
  });

  it('runs each statement with its own login, leaves connections as new, and finds nothing of a run of another', () => {
    expect([...new Set(report.wrongs)].slice(0, 5)).toEqual([]);
    expect(Object.keys(report.intrusions)).toEqual(['404']);
  });

  it('shares statements and answers within each tenant', () => {
    expect(Object.keys(report.hits)).toEqual(expect.arrayContaining(['alpha l2', 'beta l2']));
  });
});

describe('without row security', () => {
  it('the same play finds the leaks', async () => {
    const report = await playAlone({ seed, runs: 40, world: 'unsecured' });
    expect([...new Set(report.leaks.map(({ outlet }) => outlet))]).toEqual(
      expect.arrayContaining(['view', 'csv', 'ndjson', 'page']),
    );
    expect(report.differing.length).toBeGreaterThan(10);
  }, 120_000);
});

describe('where the logins may read and execute everything that there is', () => {
  it('shows no tenant a mark of another, whatever views, parts and functions read past row security', async () => {
    const report = await playHalves({ seed, runs: Math.ceil(runs / 2), world: 'everything' });
    expect([report.leaks.slice(0, 5), report.differing.slice(0, 5), [...new Set(report.wrongs)].slice(0, 5)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(report.guarded['failed query_refused']).toBeGreaterThan(0);
  }, 3_600_000);

  it('finds the leaks where the connection shares what row security does not reach', async () => {
    const report = await playAlone({ seed, runs: 30, world: 'shared' });
    expect([...new Set(report.leaks.map(({ outlet }) => outlet))]).toEqual(
      expect.arrayContaining(['view', 'csv', 'ndjson', 'page']),
    );
  }, 240_000);
});
