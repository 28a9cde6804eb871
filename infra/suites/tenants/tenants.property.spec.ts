import { playHalves, playWhole } from './play-halves';
import type { TenantReport } from './tenant-report';

const runs = Number(process.env['TENANT_RUNS'] ?? 80);
const seed = process.env['TENANT_SEED'] ?? 'tenants';

describe(`${runs} runs of two tenants in turns, some with hostile statements`, () => {
  let report: TenantReport;
  beforeAll(async () => {
    const started = performance.now();
    report = await playHalves({ seed, runs });
    const { leaks, differing, wrongs, ...rest } = report;
    process.stdout.write(
      `${((performance.now() - started) / 1000).toFixed(1)} s, ${leaks.length} leaks, ${differing.length} differing, ${wrongs.length} wrong, ${JSON.stringify(rest)}\n`,
    );
  }, 3_600_000);

  it('no tenant receives another tenant’s mark in any byte, and its stored runs contain none', () => {
    expect(report.leaks.slice(0, 5)).toEqual([]);
    expect(report.runs).toBe(runs);
  });

  it('each tenant gets the result of a database with only its rows, with and without the guard', () => {
    expect(report.differing.slice(0, 5)).toEqual([]);
    expect(report.compared).toBeGreaterThan(runs / 3);
  });

  it('statements use the tenant’s login, leave no session state, and runs of other tenants are not found', () => {
    expect([...new Set(report.wrongs)].slice(0, 5)).toEqual([]);
    expect(Object.keys(report.intrusions)).toEqual(['404']);
  });

  it('the caches share statements and answers within each tenant', () => {
    expect(Object.keys(report.hits)).toEqual(expect.arrayContaining(['alpha l2', 'beta l2']));
  });
});

describe('runs of two tenants without row security', () => {
  it('the search for marks finds the leaks of a database without row security', async () => {
    const report = await playWhole({ seed, runs: 24, world: 'unsecured' });
    expect([...new Set(report.leaks.map(({ outlet }) => outlet))]).toEqual(
      expect.arrayContaining(['view', 'csv', 'ndjson', 'page']),
    );
    expect(report.differing.length).toBeGreaterThan(10);
  }, 120_000);
});

describe('runs of two tenants whose logins may read and execute everything', () => {
  it('no tenant sees another’s mark through views, partitions and functions that bypass row security', async () => {
    const report = await playHalves({ seed, runs: Math.ceil(runs / 2), world: 'everything' });
    expect([report.leaks.slice(0, 5), report.differing.slice(0, 5), [...new Set(report.wrongs)].slice(0, 5)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(report.guarded['failed query_refused']).toBeGreaterThan(0);
  }, 3_600_000);

  it('the search for marks finds the leaks when the connection shares relations that bypass row security', async () => {
    const report = await playWhole({ seed, runs: 20, world: 'shared' });
    expect([...new Set(report.leaks.map(({ outlet }) => outlet))]).toEqual(
      expect.arrayContaining(['view', 'csv', 'ndjson', 'page']),
    );
  }, 240_000);
});
