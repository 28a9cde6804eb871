import type { RunView } from '@querent/contracts';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { SlowDatabases, loginAt } from './database-faults/slow-databases';
import { longQuestions, QUICK, QUICK_ROWS } from './database-faults/slow-schema';
import { FaultAsker } from './database-faults/fault-asker';
import { quantile, spread, SteadyAsker } from './database-faults/steady-asker';
import { HttpAsker } from '../product/http-asker';

const RUNS = 120;
const slow = { question: longQuestions.sleeping, connection: 'shop', cache: 'bypass' as const };

describe('an outage of a database under load', () => {
  let configured: ConfiguredStack;
  let fixture: SlowDatabases;
  const figures: string[] = [];
  let healthy: ThrowAwayPostgres;
  let shop: ThrowAwayPostgres;
  let stack: TestStack;
  let asker: HttpAsker;
  let others: SteadyAsker;

  beforeAll(async () => {
    [healthy, shop] = await Promise.all([startPostgres(), startPostgres()]);
    configured = await ConfiguredStack.open(chiefAndViewer('shop'));
    stack = configured.stack;
    fixture = new SlowDatabases(configured);
    await Promise.all([healthy, shop].map((postgres) => fixture.fill(postgres, ['reader'])));
    await configured.changed(() => {
      fixture.connect('beside-shop', loginAt(healthy.url, 'reader'));
      connectShop();
    });
    asker = new HttpAsker(stack.url, 'shop-chief');
    others = new SteadyAsker(asker, { question: QUICK, connection: 'beside-shop' });
    await Promise.all(['beside-shop', 'shop'].map((name) => new FaultAsker(stack.url, 'shop-viewer').recovers(name)));
  }, 120_000);
  afterAll(async () => {
    process.stdout.write(`${figures.join('\n')}\n`);
    await configured?.leave();
    await Promise.all([healthy?.stop(), shop?.stop()]);
  }, 60_000);

  /** @param further limits; by default, runs wait for the database as long as the product does by default */
  const connectShop = (further = ''): void =>
    fixture.connect('shop', loginAt(shop.url, 'reader'), `maxConcurrent: 8, maxConcurrentPerTenant: 8${further}`);

  /** Submits runs of the slow question, and resolves when their statements run. */
  async function underWay(count: number): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: count }, async () => (await asker.submit(slow)).body.id));
    await waitFor(
      async () =>
        (
          await shop.query(
            `SELECT FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active' AND query LIKE '%slow_sale%'`,
          )
        ).rows.length > 0,
      { timeoutMs: 30_000 },
    );
    return ids;
  }

  const ended = (ids: readonly string[]): Promise<RunView[]> => Promise.all(ids.map((id) => asker.over(id)));
  const stepsOf = ({ steps }: RunView, kind: string): number => steps.filter((step) => step.kind === kind).length;

  it('an outage of three seconds fails no run and duplicates no rows', async () => {
    await fixture.pace(shop, 0.2);
    const ids = await underWay(RUNS);
    await shop.quit();
    const returning = setTimeout(() => void shop.start(), 3_000);
    const runs = await ended(ids).finally(() => clearTimeout(returning));
    const waited = runs.filter((run) => stepsOf(run, 'waiting') > 0);
    figures.push(
      `away for 3 s: ${runs.length} runs, ${waited.length} waited, all ended after ${spread(runs.map(({ usage }) => usage.totalMs))}`,
    );
    expect(runs.filter(({ status }) => status !== 'succeeded').map(({ status, error }) => [status, error])).toEqual([]);
    expect(runs.filter((run) => run.result?.rowCount !== QUICK_ROWS || stepsOf(run, 'executed') !== 1)).toEqual([]);
    expect(waited.length).toBeGreaterThan(0);
  }, 120_000);

  it('a crash of one session, after which PostgreSQL restarts, fails no run', async () => {
    const ids = await underWay(RUNS / 4);
    const {
      rows: [victim],
    } = await shop.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active' LIMIT 1`,
    );
    if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
    const runs = await ended(ids);
    expect(runs.filter(({ status, result }) => status !== 'succeeded' || result?.rowCount !== QUICK_ROWS)).toEqual([]);
  }, 120_000);

  it('a permanent outage fails each run in time and in business language, allows cancellation, and slows no other connection', async () => {
    // Shorter than the default, because every run waits that long.
    await configured.changed(() => connectShop(', outageWaitMs: 4000'));
    await asker.connectionIs('shop', 'ready');
    others.begin();
    await fixture.pace(shop, 1);
    const ids = await underWay(RUNS / 4);
    const [cancelled, ...rest] = ids as [string, ...string[]];
    await shop.quit();
    const since = performance.now();
    await waitFor(async () => stepsOf(await asker.view(cancelled), 'waiting') > 0, { timeoutMs: 20_000 });
    const cancelling = performance.now();
    await asker.call(`/v1/queries/${cancelled}/cancel`, {});
    expect((await asker.over(cancelled)).status).toBe('cancelled');
    expect(performance.now() - cancelling).toBeLessThan(2_000);
    const executor = stack.healthUrls['executor']?.[0] ?? '';
    const page = await fetch(`${executor}/readyz`);
    expect([page.status, await page.json()]).toMatchObject([
      200,
      { checks: { databases: expect.stringMatching(/^shop cannot be reached/) } },
    ]);

    const runs = (await ended(rest)).filter(({ status }) => status !== 'succeeded');
    const worst = performance.now() - since;
    figures.push(`away for good: ${runs.length} runs failed, the last ${Math.round(worst)} ms after the shutdown`);
    expect(worst).toBeLessThan(20_000);
    expect(new Set(runs.map(({ error }) => error?.code))).toEqual(new Set(['connection_unavailable']));
    for (const { error } of runs)
      expect(error?.message).not.toMatch(/ECONN|127\.0\.0\.1|postgres|terminat|connection/i);
    await asker.connectionIs('shop', 'unavailable');
    await others.end();
    figures.push(`another connection meanwhile: ${spread(others.took)}`);
    expect(new Set(others.ends)).toEqual(new Set(['succeeded']));
    expect(quantile(others.took, 0.5)).toBeLessThan(2_000);

    await shop.start();
    // Without slow views, so that the executor can read the schema immediately.
    await fixture.pace(shop, 0);
    await asker.connectionIs('shop', 'ready');
  }, 120_000);
});
