import { readFileSync, writeFileSync } from 'node:fs';
import type { AuditEntry } from '@querent/contracts';
import { Client } from 'pg';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { HangingProxy } from '../../../libs/datasource/src/connection/fixture/hanging-proxy';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { SlowDatabases, loginAt } from './database-faults/slow-databases';
import { longQuestions, QUICK } from './database-faults/slow-schema';
import { FaultAsker, type Failed } from './database-faults/fault-asker';
import { quantile, spread, SteadyAsker } from './database-faults/steady-asker';

/**
 * Upper bound of a failed run: 10 s for a new connection, 3 s for the statement, and the rest for the other stages on a
 * busy machine.
 */
const BOUND_MS = 25_000;
/**
 * Limits with a short outage wait, because each test here waits that long. database-away.e2e.spec.ts uses the default.
 */
const BRIEF = 'statementTimeoutMs: 3000, outageWaitMs: 3000';
const FEW = `${BRIEF}, maxConcurrent: 8, maxConcurrentPerTenant: 8`;
const logins = ['steady', 'walker', 'single', 'hung_connect', 'hung_statement', 'hung_end', 'crowd', 'cloaked'];

describe('database faults', () => {
  let configured: ConfiguredStack;
  let fixture: SlowDatabases;
  const proxies: HangingProxy[] = [];
  const figures: string[] = [];
  let healthy: ThrowAwayPostgres;
  let fallen: ThrowAwayPostgres;
  let stack: TestStack;
  let asker: FaultAsker;
  let others: SteadyAsker;

  beforeAll(async () => {
    [healthy, fallen] = await Promise.all([startPostgres(), startPostgres({ settings: { max_connections: 14 } })]);
    configured = await ConfiguredStack.open(chiefAndViewer('faults'));
    stack = configured.stack;
    fixture = new SlowDatabases(configured);
    await Promise.all([healthy, fallen].map((postgres) => fixture.fill(postgres, logins)));
    await askForPassword('walker');
    await healthy.query('ALTER ROLE single CONNECTION LIMIT 1');
    await healthy.query('CREATE DATABASE moved');
    await fixture.fillAt(loginAt(healthy.url, 'postgres', { pathname: '/moved' }), ['steady']);
    const hung = ['connect', 'statement', 'end'];
    proxies.push(...(await Promise.all(hung.map(() => HangingProxy.before(healthy.port)))));
    await configured.changed(() => {
      fixture.connect('steady', loginAt(healthy.url, 'steady'), BRIEF);
      fixture.connect('fallen', loginAt(fallen.url, 'steady'), FEW);
      fixture.connect('locked', loginAt(healthy.url, 'walker', { password: 'right' }), BRIEF);
      fixture.connect('single', loginAt(healthy.url, 'single'), BRIEF);
      fixture.connect('moved', loginAt(healthy.url, 'steady', { pathname: '/moved' }), BRIEF);
      fixture.connect('cloaked', loginAt(healthy.url, 'cloaked'), BRIEF);
      proxies.forEach((proxy, at) =>
        fixture.connect(`hung-${hung[at]}`, loginAt(proxy.at(healthy.url), `hung_${hung[at]}`), FEW),
      );
    });
    asker = new FaultAsker(stack.url, 'faults-viewer');
    others = new SteadyAsker(asker, { question: QUICK, connection: 'steady' });
    for (const name of [
      'steady',
      'fallen',
      'locked',
      'single',
      'moved',
      'cloaked',
      'hung-connect',
      'hung-statement',
      'hung-end',
    ])
      await asker.recovers(name);
    await Promise.all([healthy, fallen].map((postgres) => fixture.pace(postgres, 20)));
  }, 120_000);
  afterAll(async () => {
    process.stdout.write(`${figures.join('\n')}\n`);
    await configured?.leave();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await Promise.all([healthy?.stop(), fallen?.stop()]);
  }, 60_000);
  beforeEach(() => others.begin());
  afterEach(() => others.end());

  async function askForPassword(login: string): Promise<void> {
    await healthy.query(`ALTER ROLE ${login} PASSWORD 'right'`);
    const {
      rows: [hba],
    } = await healthy.query<{ hba_file: string }>('SHOW hba_file');
    if (hba) writeFileSync(hba.hba_file, `host all ${login} all scram-sha-256\n${readFileSync(hba.hba_file, 'utf8')}`);
    await healthy.query('SELECT pg_reload_conf()');
  }

  const dropSessions = (login: string, postgres = healthy): Promise<unknown> =>
    postgres.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login]);
  const active = async (login: string, postgres = healthy): Promise<number> =>
    (
      await postgres.query(
        `SELECT FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query LIKE '%slow_sale%'`,
        [login],
      )
    ).rows.length;

  /** Asks several times, alternately in both languages. Returns the distinct error codes. */
  async function allFail(connection: string, question: string = QUICK, times = 2): Promise<string[]> {
    const ends = await Promise.all(
      Array.from({ length: times }, (_, n) => asker.failed(connection, question, n % 2 === 0 ? 'en' : 'zh')),
    );
    return codesWithin(connection, ends);
  }

  function codesWithin(what: string, ends: readonly Failed[]): string[] {
    figures.push(`${what}: failed after ${spread(ends.map(({ ms }) => ms))}`);
    for (const { ms } of ends) expect(ms).toBeLessThan(BOUND_MS);
    return [...new Set(ends.map(({ code }) => code))];
  }

  async function recovers(connection: string): Promise<void> {
    figures.push(`${connection}: answers again after ${Math.round(await asker.recovers(connection))} ms`);
  }

  it('a database that is killed while statements run ends their runs, and answers when it is up again', async () => {
    const running = [0, 1, 2].map((n) => asker.failed('fallen', longQuestions.sleeping, n === 0 ? 'zh' : 'en'));
    await waitFor(async () => (await active('steady', fallen)) === 3, { timeoutMs: 30_000 });
    await fallen.kill();
    expect(codesWithin('killed', await Promise.all(running))).toEqual(['connection_unavailable']);
    expect(await allFail('fallen', QUICK, 6)).toEqual(['connection_unavailable']);
    await fallen.start();
    await recovers('fallen');
  }, 120_000);

  it('a database without free connections fails the run immediately, and answers when connections are free', async () => {
    const crowd: Client[] = [];
    // The executor reads the schema periodically. It may have reconnected, and could answer with that connection.
    const isShutOut = async (): Promise<boolean> => {
      crowd.push(...(await crowdOf(loginAt(fallen.url, 'crowd'))));
      return (await fallen.query(`SELECT FROM pg_stat_activity WHERE usename = 'steady'`)).rows.length === 0;
    };
    // Checked twice: an ended session frees its connection a moment later, possibly after the crowd has connected.
    await waitFor(
      async () => {
        await dropSessions('steady', fallen);
        return (await isShutOut()) && (await isShutOut());
      },
      { timeoutMs: 20_000 },
    );
    // Keeps the test's two connections open: if the pool closed them, the product could connect.
    const keepAlive = setInterval(
      () => void Promise.all([0, 1].map(() => fallen.query('SELECT pg_sleep(0.05)'))),
      1_000,
    );
    expect(await allFail('fallen').finally(() => clearInterval(keepAlive))).toEqual(['connection_unavailable']);
    await Promise.all(crowd.map((client) => client.end()));
    await recovers('fallen');
  }, 120_000);

  it('a login with one allowed connection fails while it is in use elsewhere, and otherwise serves all runs', async () => {
    await dropSessions('single');
    const [holder] = await crowdOf(loginAt(healthy.url, 'single'));
    expect(await allFail('single')).toEqual(['connection_unavailable']);
    await holder?.end();
    await recovers('single');
    const together = await Promise.all(
      Array.from({ length: 4 }, () => asker.concluded({ question: QUICK, connection: 'single', cache: 'bypass' })),
    );
    expect(together.map(({ status }) => status)).toEqual(Array.from(together, () => 'succeeded'));
  }, 120_000);

  it('a changed password, database name or encryption is reported as such, and the connection answers when it is fixed', async () => {
    await healthy.query(`ALTER ROLE walker PASSWORD 'left'`);
    await dropSessions('walker');
    await healthy.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'moved'`);
    await healthy.query('ALTER DATABASE moved RENAME TO elsewhere');
    fixture.connect('cloaked', loginAt(healthy.url, 'cloaked', { search: '?sslmode=require' }), BRIEF);
    expect(await allFail('locked')).toEqual(['connection_misconfigured']);
    expect(await allFail('moved')).toEqual(['connection_unavailable']);
    await waitFor(async () => asker.failed('cloaked').catch(() => false), { timeoutMs: 20_000 });
    expect(await allFail('cloaked')).toEqual(['connection_unavailable']);
    await fixture.pace(healthy, 0);
    await healthy.query(`ALTER ROLE walker PASSWORD 'right'`);
    await healthy.query('ALTER DATABASE elsewhere RENAME TO moved');
    fixture.connect('cloaked', loginAt(healthy.url, 'cloaked'), BRIEF);
    for (const connection of ['locked', 'moved', 'cloaked']) await recovers(connection);
    await fixture.pace(healthy, 20);
  }, 120_000);

  it('a database that accepts connections and never answers delays runs only at first', async () => {
    const [connecting, stating, ending] = proxies as [HangingProxy, HangingProxy, HangingProxy];
    [connecting.hangsAt, stating.hangsAt, ending.hangsAt] = ['', 'weight', 'ROLLBACK'];
    const atEnd = [QUICK, QUICK].map(async (question) =>
      asker.concluded({ question, connection: 'hung-end', cache: 'bypass' }),
    );
    const inStatement = allFail('hung-statement', longQuestions.sleeping);
    expect(await allFail('hung-connect', QUICK, 8)).toEqual(['connection_unavailable']);
    const open = await Promise.all([0, 1, 2].map(() => asker.failed('hung-connect')));
    figures.push(
      `while the breaker is open: failed after ${spread(open.map(({ ms }) => ms))}; on a healthy connection runs take ${spread(others.took)}`,
    );
    expect(open.map(({ code }) => code)).toEqual(Array.from(open, () => 'connection_unavailable'));
    expect(
      quantile(
        open.map(({ ms }) => ms),
        0.5,
      ),
    ).toBeLessThan(5_000);
    expect(await inStatement).toHaveLength(1);
    expect((await Promise.all(atEnd)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    for (const proxy of proxies) proxy.hangsAt = null;
    for (const when of ['connect', 'statement', 'end']) await recovers(`hung-${when}`);
  }, 180_000);

  it('faults of one database do not affect questions to another', async () => {
    await others.end();
    figures.push(`others meanwhile: runs ${spread(others.took)}, requests ${spread(others.requests)}`);
    expect(new Set(others.ends)).toEqual(new Set(['succeeded']));
    expect(quantile(others.took, 0.5)).toBeLessThan(2_000);
    expect(quantile(others.requests, 0.5)).toBeLessThan(500);
  });

  it('the audit trail has one end for each started statement', async () => {
    const ends = ['ran', 'failed', 'refused'];
    const open = await waitFor(
      async () => {
        const headers = { authorization: 'Bearer faults-chief', accept: 'application/x-ndjson' };
        const answer = await fetch(`${stack.url}/v1/audit`, { headers });
        const entries = (await answer.text())
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as AuditEntry);
        const balance = new Map<string, number>();
        for (const { kind, runId, detail, login } of entries) {
          // A statement's probes are recorded with it and have no separate end.
          const change = kind === 'started' && detail === undefined ? 1 : ends.includes(kind) ? -1 : 0;
          if (change !== 0) expect(logins).toContain(login);
          balance.set(String(runId), (balance.get(String(runId)) ?? 0) + change);
        }
        const unbalanced = [...balance.values()].filter((count) => count !== 0);
        return (
          unbalanced.length === 0 && {
            statements: entries.filter(({ kind }) => kind === 'started').length,
            text: JSON.stringify(entries),
          }
        );
      },
      { timeoutMs: 20_000, intervalMs: 200 },
    );
    figures.push(`${open.statements} statements in the trail, each with its end`);
    expect(open.statements).toBeGreaterThan(20);
    expect(open.text).not.toMatch(/apples|127\.0\.0\.1|password/);
  }, 60_000);
});

/** Opens connections until the server refuses. */
async function crowdOf(url: string): Promise<Client[]> {
  const crowd: Client[] = [];
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      crowd.push(client);
    } catch {
      return crowd;
    }
  }
}
