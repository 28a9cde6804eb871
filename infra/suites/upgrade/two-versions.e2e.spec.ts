import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { RunView } from '@querent/contracts';
import { productVersion } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { startPostgres, startRedis, waitFor, type ThrowAwayPostgres, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { HttpAsker } from '../../tests/product/http-asker';
import { plainValue } from '../../tests/product/plain-value';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { bundleVersion, type Changes } from './bundle-version';
import { recordedContracts } from './recorded-contracts';
import { startVersion, type RunningVersion } from './running-version';
import { upgradeTable } from './upgrade-table';

const CLIENTS = `
  CREATE TABLE client (id int PRIMARY KEY, name text, region text, revenue numeric);
  INSERT INTO client SELECT n, 'Client ' || n, (ARRAY['Harbour East', 'Harbour West', 'Hill'])[n % 3 + 1], n FROM generate_series(1, 30) n;
  ANALYZE;
`;
const MODEL =
  'defaultLocale: en\ntimezone: Asia/Shanghai\ntables: { client: { label: { zh: 客户, en: client }, columns: { region: { label: { zh: 地区, en: region }, role: dimension, values: index } } } }\n';
const PAUSING = 'how many clients in Harbour';
/** Questions without a clarification. `crm` has a model file, `bare` has none. */
const STRAIGHT = [
  ['crm', 'how many clients are there'],
  ['bare', 'total revenue'],
  ['bare', 'number of clients by region'],
  ['crm', 'total revenue'],
] as const;

/** Shortens the delay of handed-back jobs, so that specs wait less. */
const SOON: Changes = { 'libs/saga/src/stages/stage-runner.ts': ['HAND_BACK_MS = 1_000', 'HAND_BACK_MS = 100'] };
/** A later version that adds a member to runs, which its gateway writes. */
const ADDS: Changes = {
  'libs/contracts/src/run.ts': [
    'export const runDataSchema = z.object({',
    "export const runDataSchema = z.object({ mood: z.string().default(''),",
  ],
  'apps/gateway/src/submit/submit-question.ts': ['data: { cacheKey,', "data: { mood: 'of tomorrow', cacheKey,"],
};
/** A later version with another run format, which earlier versions must not read. */
const RAISES: Changes = {
  'libs/contracts/src/format.ts': ['FORMAT = 3;', 'FORMAT = 4;'],
};

describe('two versions of the product on one Redis', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-upgrade-`);
  const running: RunningVersion[] = [];
  let [postgres, server, redis, store]: [ThrowAwayPostgres?, ThrowAwayServer?, Redis?, RunStore?] = [];
  let programs: Record<'now' | 'adds' | 'raises', string>;
  let now: RunningVersion;

  const start = async (version: keyof typeof programs): Promise<RunningVersion> => {
    const one = await startVersion(programs[version], { REDIS_URL: server?.url ?? '', QUERENT_CONFIG_DIR: config });
    running.push(one);
    return one;
  };
  const at = (version: RunningVersion): HttpAsker => new HttpAsker(version.url);
  const stored = async (id: string): Promise<Record<string, string>> =>
    (await redis?.hgetall(store?.keys.run(id) ?? '')) ?? {};
  const submit = async (version: RunningVersion, question: string, connection = 'crm'): Promise<string> => {
    const { status, body } = await at(version).submit({ question, connection, cache: 'bypass' });
    expect({ status, body: body.code }).toEqual({ status: 202, body: undefined });
    return body.id;
  };
  /** Submits the n-th straight question, cyclically. */
  const submitStraight = (version: RunningVersion, n: number): Promise<string> => {
    const [connection, question] = STRAIGHT[n % STRAIGHT.length] ?? STRAIGHT[0];
    return submit(version, question, connection);
  };
  const reply = async (version: RunningVersion, run: RunView): Promise<void> => {
    const { id, clarification } = run;
    const { status } = await at(version).reply(id, { clarificationId: clarification?.id ?? '', text: 'Harbour East' });
    expect(status).toBe(202);
  };
  /** The states in a run's events, read without the version under test. */
  const statesOf = async (from: Redis | undefined, id: string): Promise<string[]> =>
    ((await from?.lrange(store?.keys.events(id) ?? '', 0, -1)) ?? [])
      .filter((event) => / status /.test(event))
      .map((event) => event.replace(/^\d+ /, ''));
  /** Expects each state once. A statement may run twice if a worker's lock expired on a busy machine. */
  const expectEachStateOnce = async (id: string): Promise<void> => {
    const states = await statesOf(redis, id);
    expect(states.filter((state) => state.includes('succeeded'))).toHaveLength(1);
    const repeated = states.filter((state, i) => i > 0 && state === states[i - 1]);
    expect({ id, repeated }).toEqual({ id, repeated: [] });
    const trail = (await redis?.xrange('querent:{audit}:trail:demo', '-', '+')) ?? [];
    const statements = trail.filter(([, fields]) => fields[1]?.includes(id) && fields[1].includes('"kind":"started"'));
    expect(statements.length).toBeGreaterThan(0);
  };

  beforeAll(async () => {
    const [now_, adds, raises, pg, rd] = await Promise.all([
      bundleVersion('now', SOON),
      bundleVersion('adds', ADDS),
      bundleVersion('raises', RAISES),
      startPostgres(),
      startRedis({ aof: true }),
    ]);
    [programs, postgres, server] = [{ now: now_, adds, raises }, pg, rd];
    await postgres.query(CLIENTS);
    for (const folder of ['connections', 'models']) mkdirSync(`${config}/${folder}`);
    for (const name of ['crm', 'bare'])
      writeFileSync(
        `${config}/connections/${name}.yaml`,
        JSON.stringify({ label: { en: name }, url: postgres.url, allowSuperuser: true }),
      );
    writeFileSync(`${config}/models/crm.yaml`, MODEL);
    redis = new Redis(server.url);
    store = new RunStore(redis, defaultSagaSettings);
    now = await start('now');
    for (const name of ['crm', 'bare']) await at(now).connectionIs(name, 'ready');
  }, 120_000);
  // An option that was chosen three times would become a habit and skip the clarification.
  afterEach(async () => {
    for (const key of (await redis?.keys('*habits*')) ?? []) await redis?.del(key);
  });

  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill()));
    redis?.disconnect();
    await server?.stop();
    await postgres?.stop();
    rmSync(config, { recursive: true, force: true });
  }, 60_000);

  it('upgrade.md permits the upgrade to this version from each version whose data it reads, and from no other', () => {
    const rows = upgradeTable();
    const recorded = recordedContracts().map(({ version }) => version);
    const from = rows.find(({ version }) => version === productVersion)?.from;
    expect(from?.toSorted()).toEqual(recorded.filter((version) => version !== productVersion).toSorted());
    // Every version of the table is described by a row.
    const listed = rows.map(({ version }) => version);
    expect(rows.flatMap((row) => row.from).filter((version) => !listed.includes(version))).toEqual([]);
  });

  it('two versions answer each other’s questions and replies, and keep the members that the later one adds', async () => {
    const later = await start('adds');
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => submitStraight(i % 2 === 0 ? now : later, i)));
    const paused = await Promise.all(
      [now, later, now, later].map(async (version) =>
        at(version).inStatus(await submit(version, PAUSING), 'awaiting_clarification'),
      ),
    );
    // Each reply goes to the other version.
    await Promise.all(paused.map((run, i) => reply(i % 2 === 0 ? later : now, run)));
    for (const id of [...ids, ...paused.map(({ id: one }) => one)]) {
      const ended = await at(ids.indexOf(id) % 2 === 0 ? later : now).over(id);
      expect(ended).toMatchObject({ status: 'succeeded', error: null });
      await expectEachStateOnce(id);
    }
    expect((await at(now).view(paused[0]?.id ?? '')).result?.rows).toEqual([[10]]);
    const added = await Promise.all(
      ids.map(async (id) =>
        Object.values(await stored(id)).some((text) => plainValue(Buffer.from(text)).includes('"mood":"of tomorrow"')),
      ),
    );
    expect(added.filter(Boolean).length).toBeGreaterThan(0);
    expect(await now.metrics()).not.toMatch(/querent_jobs_handed_back_total\{.*\} [1-9]/);
    await later.stop();
  }, 90_000);

  it('the earlier version hands back runs of a later format, and none is lost', async () => {
    const before = await at(now).inStatus(await submit(now, PAUSING), 'awaiting_clarification');
    const later = await start('raises');
    // A run of the earlier version belongs to the later one after the reply there.
    await reply(later, before);
    const ids = await Promise.all(Array.from({ length: 4 }, (_, i) => submitStraight(later, i)));
    const paused = await Promise.all(
      [1, 2, 3].map(async () => at(later).inStatus(await submit(later, PAUSING), 'awaiting_clarification')),
    );
    for (const id of [before.id, ...ids]) expect(await at(later).over(id)).toMatchObject({ status: 'succeeded' });
    for (const id of [before.id, ...ids]) await expectEachStateOnce(id);
    expect((await stored(before.id))['format']).toBe('4');
    const [one] = paused;
    for (const { status, headers } of [
      await at(now).call(`/v1/queries/${one?.id}`),
      await at(now).reply(one?.id ?? '', { clarificationId: one?.clarification?.id ?? '', text: 'Harbour East' }),
    ]) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    }
    // The later version is suspended while it handles the replies. The earlier one hands their jobs back until the
    // later one resumes.
    await Promise.all(paused.map((run) => reply(later, run)));
    later.freeze();
    const left = (await Promise.all(paused.map(({ id }) => stored(id)))).filter(({ finishedAt }) => finishedAt === '');
    expect(left.length).toBeGreaterThan(0);
    expect(await at(now).over(await submit(now, 'total revenue'))).toMatchObject({ status: 'succeeded' });
    await waitFor(
      async () => /querent_jobs_handed_back_total\{[^}]*why="format"[^}]*\} [1-9]/.test(await now.metrics()),
      { timeoutMs: 20_000 },
    );
    later.goOn();
    for (const { id } of paused) {
      expect((await at(later).over(id)).result?.rows).toEqual([[10]]);
      await expectEachStateOnce(id);
    }
    await later.kill();
    expect(await lifetimeMistakes(server?.url ?? '')).toEqual([]);
    expect(await redis?.zcard(store?.keys.deadLetters() ?? '')).toBe(0);
  }, 120_000);

  it('runs continue in another Redis from a copy of the append-only file, and each ends once', async () => {
    const paused = await at(now).inStatus(await submit(now, PAUSING), 'awaiting_clarification');
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => submitStraight(now, i)));
    // As in infra/docs/operate/backup.md: no rewrite of the file during the copy.
    await redis?.config('SET', 'auto-aof-rewrite-percentage', '0');
    const copy = mkdtempSync(`${tmpdir()}/querent-restored-`);
    cpSync(server?.dir ?? '', copy, { recursive: true });
    await now.kill();
    const restored = await startRedis({ aof: true, dir: copy });
    const other = new Redis(restored.url);
    const statuses = await Promise.all(
      [paused.id, ...ids].map((id) => other.hget(store?.keys.run(id) ?? '', 'status')),
    );
    expect(statuses[0]).toBe('awaiting_clarification');
    expect(statuses.slice(1).filter((status) => status !== null && status !== 'succeeded').length).toBeGreaterThan(0);
    const again = await startVersion(programs.now, {
      REDIS_URL: restored.url,
      QUERENT_CONFIG_DIR: config,
      PICKUP_MS: '2000',
    });
    running.push(again);
    await reply(again, paused);
    for (const id of [paused.id, ...ids]) {
      expect(await at(again).over(id)).toMatchObject({ status: 'succeeded', error: null });
      const states = await statesOf(other, id);
      expect({
        id,
        ended: states.filter((state) => state.includes('succeeded')).length,
        repeated: states.filter((state, i) => state === states[i - 1]),
      }).toEqual({ id, ended: 1, repeated: [] });
    }
    expect((await at(again).view(paused.id)).result?.rows).toEqual([[10]]);
    other.disconnect();
    await again.kill();
    await restored.stop();
    rmSync(copy, { recursive: true, force: true });
  }, 120_000);
});
