import type { AuditEntry, RunView } from '@querent/contracts';
import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer, ConfigFolder } from '../../product/config-folder';
import { HttpAsker } from '../../product/http-asker';
import { SlowDatabases, loginAt } from './slow-databases';
import { longQuestions, QUICK, QUICK_ROWS } from './slow-schema';
import { quantile, spread } from './steady-asker';

/** CANCEL_RUNS=500 repeats the measurement of the requirements and prints the durations. */
const RUNS = Number(process.env['CANCEL_RUNS'] ?? 24);
/** The required bound is 300 ms on an idle machine. CI machines are busy. */
const IDLE_WITHIN_MS = Number(process.env['CANCEL_BOUND_MS'] ?? 3_000);
/** More than the connection runs concurrently, so that some statements wait. */
const CONCURRENCY = 6;
const RUN_TIMEOUT_MS = 15_000;
const PATIENCE = { timeoutMs: 60_000, intervalMs: 50 };
const questions = [
  longQuestions.sleeping,
  longQuestions.heavy,
  longQuestions.marking,
  QUICK,
  longQuestions.crossing,
  longQuestions.streaming,
];

describe('statements of ended runs', () => {
  const config = new ConfigFolder(chiefAndViewer('shop'));
  const fixture = new SlowDatabases(config);
  let postgres: ThrowAwayPostgres;
  let stack: TestStack;
  let asker: HttpAsker;
  let timed: string;
  /** Shorter than the default, to shorten the spec. */
  const SHUTDOWN_TIMEOUT_MS = 1_000;
  const lanes =
    'statementTimeoutMs: 60000, maxConcurrent: 3, maxConcurrentPerTenant: 3, slowCost: 5000, maxCost: 1000000000000';

  beforeAll(async () => {
    postgres = await startPostgres();
    const logins = ['cancelled', 'timed', 'ended', 'former', 'latter'];
    await fixture.fill(postgres, logins);
    for (const login of logins.slice(0, 4)) fixture.connect(login, loginAt(postgres.url, login), lanes);
    const limits = { RUN_TIMEOUT_MS: String(RUN_TIMEOUT_MS), SHUTDOWN_TIMEOUT_MS: String(SHUTDOWN_TIMEOUT_MS) };
    stack = await startStack({ env: { QUERENT_CONFIG_DIR: config.dir, ...limits } });
    asker = new HttpAsker(stack.url, 'shop-chief');
    for (const login of logins.slice(0, 4)) await asker.connectionIs(login, 'ready');
    await fixture.pace(postgres, 60);
    timed = await submitted('timed', longQuestions.sleeping);
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await postgres?.stop();
    config.remove();
  }, 60_000);

  async function submitted(connection: string, question: string): Promise<string> {
    const { status, body } = await asker.submit({ question, connection, cache: 'bypass' });
    expect(status).toBe(202);
    return body.id;
  }

  const busy = async (login: string): Promise<number> =>
    (await postgres.query(`SELECT FROM pg_stat_activity WHERE usename = $1 AND state <> 'idle'`, [login])).rows.length;
  const begins = (login: string, count = 1): Promise<unknown> =>
    waitFor(
      async () =>
        (
          await postgres.query(
            `SELECT FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query LIKE '%slow_sale%'`,
            [login],
          )
        ).rows.length === count,
      PATIENCE,
    );
  const idleAgain = async (login: string): Promise<number> => {
    const started = performance.now();
    await waitFor(async () => (await busy(login)) === 0, { timeoutMs: 60_000, intervalMs: 5 });
    return performance.now() - started;
  };
  const trail = async (id: string): Promise<AuditEntry[]> =>
    (await asker.call<{ entries: AuditEntry[] }>(`/v1/audit?runId=${id}`)).body.entries;
  const running = async (connection: string): Promise<number[]> => {
    const metrics = (
      await Promise.all((stack.healthUrls['executor'] ?? []).map(async (url) => (await fetch(`${url}/metrics`)).text()))
    ).join('\n');
    return [...metrics.matchAll(/^querent_statements_(?:running|waiting)\{(.*)\} (\d+)$/gm)].flatMap(
      ([, labels, value]) => (labels?.includes(`"${connection}"`) ? [Number(value)] : []),
    );
  };

  it(
    `a cancellation at any moment stops the statement and leaves no lock or session setting behind (${RUNS} runs)`,
    async () => {
      const took: number[] = [];
      const statuses: Record<string, number> = {};
      const ids: string[] = [];
      for (let done = 0; done < RUNS; done += CONCURRENCY) {
        const batch = await Promise.all(questions.map((question) => submitted('cancelled', question)));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
        const seen = await Promise.all(
          batch.map(async (id) => {
            const { status } = await asker.view(id);
            expect((await asker.call(`/v1/queries/${id}/cancel`, {})).status).toBe(202);
            return status;
          }),
        );
        took.push(await idleAgain('cancelled'));
        for (const status of seen) statuses[status] = (statuses[status] ?? 0) + 1;
        ids.push(...batch);
        const views = await Promise.all(batch.map((id) => asker.over(id)));
        for (const { status, question } of views)
          expect([question, status]).toEqual([
            question,
            question === QUICK && status === 'succeeded' ? 'succeeded' : 'cancelled',
          ]);
        await waitFor(async () => (await running('cancelled')).every((count) => count === 0), PATIENCE);
        expect(
          (
            await postgres.query(
              `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.usename = 'cancelled' AND l.locktype <> 'virtualxid'`,
            )
          ).rows,
        ).toEqual([]);
        const { result } = await asker.concluded({
          question: 'number of stains by stain kind',
          connection: 'cancelled',
          cache: 'bypass',
        });
        expect(result?.rows).toEqual([['on', 1]]);
        expect(await busy('cancelled')).toBe(0);
      }
      process.stdout.write(
        `cancelled while ${JSON.stringify(statuses)}; idle after the last of ${CONCURRENCY} cancels' answer: ${spread(took)}\n`,
      );
      expect(quantile(took, 0.5)).toBeLessThan(IDLE_WITHIN_MS);
      for (const id of ids) await oneEndEach(id);
    },
    60_000 + RUNS * 2_000,
  );

  async function oneEndEach(id: string): Promise<void> {
    // A statement's probes are recorded with it and have no separate end.
    const kinds = (entries: AuditEntry[]): string[] =>
      entries
        .filter(({ kind, detail }) => kind !== 'started' || detail === undefined)
        .flatMap(({ kind }) => (['started', 'ran', 'failed', 'refused'].includes(kind) ? [kind] : []));
    await waitFor(async () => {
      const entries = kinds(await trail(id));
      return (
        entries.filter((kind) => kind === 'started').length === entries.filter((kind) => kind !== 'started').length
      );
    }, PATIENCE);
    for (const { kind, login, rows } of await trail(id)) {
      if (kind === 'started') expect(login).toBe('cancelled');
      expect(Array.isArray(rows)).toBe(false);
    }
  }

  it('a statement continues when the waiting client disconnects', async () => {
    await fixture.pace(postgres, 2);
    const leaving = new AbortController();
    const body = JSON.stringify({ question: longQuestions.sleeping, connection: 'ended', cache: 'bypass' });
    const headers = { authorization: 'Bearer shop-chief', 'content-type': 'application/json', prefer: 'wait=30' };
    const waiting = fetch(`${stack.url}/v1/queries`, { method: 'POST', body, signal: leaving.signal, headers }).catch(
      () => null,
    );
    await begins('ended');
    leaving.abort();
    expect(await waiting).toBeNull();
    const [id] = await asker.listed();
    expect(await asker.over(String(id))).toMatchObject({ status: 'succeeded', result: { rowCount: QUICK_ROWS } });
  }, 60_000);

  it('a statement is cancelled when its run exceeds its time limit', async () => {
    expect(await asker.over(timed)).toMatchObject({ status: 'failed', error: { code: 'run_timeout' } });
    await idleAgain('timed');
    expect((await running('timed')).every((count) => count === 0)).toBe(true);
  }, 60_000);

  it('a statement ends soon after its executor is killed, and the next executor finishes the run', async () => {
    await fixture.pace(postgres, 60);
    const id = await submitted('ended', longQuestions.sleeping);
    await begins('ended');
    await stack.killService('executor');
    const ms = await idleAgain('ended');
    await fixture.pace(postgres, 0);
    const run: RunView = await asker.over(id);
    process.stdout.write(`executor killed: its statement ended after ${Math.round(ms)} ms\n`);
    expect(ms).toBeLessThan(10_000);
    expect(run).toMatchObject({ status: 'succeeded', result: { rowCount: QUICK_ROWS } });
    const kinds = (await trail(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'started').length).toBeGreaterThanOrEqual(2);
    expect(kinds.filter((kind) => kind === 'ran')).toHaveLength(1);
  }, 120_000);

  it('a statement does not outlive an executor that is stopped', async () => {
    await stack.ready();
    await fixture.pace(postgres, 60);
    const id = await submitted('ended', longQuestions.sleeping);
    await begins('ended');
    const started = performance.now();
    await stack.stopService('executor');
    process.stdout.write(`executor stopped in ${Math.round(performance.now() - started)} ms\n`);
    expect(stack.log()).not.toMatch(/executor .*did not end within/);
    expect(await idleAgain('ended')).toBeLessThan(5_000);
    await fixture.pace(postgres, 0);
    await stack.startService('executor');
    await stack.ready();
    expect(['succeeded', 'failed']).toContain((await asker.over(id)).status);
  }, 120_000);

  it('a statement finishes when its connection gets another address, which the next statement uses', async () => {
    await fixture.pace(postgres, 3);
    const id = await submitted('former', longQuestions.sleeping);
    await begins('former');
    // The running statement has already read its duration. The schema is read again without delay.
    await fixture.pace(postgres, 0);
    fixture.connect('former', loginAt(postgres.url, 'latter'), lanes);
    const next = await waitFor(async () => {
      const run = await asker.concluded({ question: QUICK, connection: 'former', cache: 'bypass' });
      expect(run).toMatchObject({ status: 'succeeded', result: { rowCount: QUICK_ROWS } });
      return (await trail(run.id)).some(({ login }) => login === 'latter') && run;
    }, PATIENCE);
    expect(next.status).toBe('succeeded');
    // The rows were read with the rights of a login that is no longer configured, so they are not shown.
    expect(await asker.over(id)).toMatchObject({ status: 'succeeded', result: null });
    expect((await trail(id)).flatMap(({ login }) => login ?? [])).toEqual(['former', 'former']);
    expect(await trail(id)).toContainEqual(expect.objectContaining({ kind: 'ran', rows: QUICK_ROWS }));
    await waitFor(
      async () => (await postgres.query(`SELECT FROM pg_stat_activity WHERE usename = 'former'`)).rows.length === 0,
      { timeoutMs: 30_000 },
    );
  }, 120_000);
});
