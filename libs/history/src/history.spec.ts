import { AuditTrail, type RecordedEntry } from '@querent/audit';
import { emptyRunData, runError, type Ambiguity, type ResultRef, type Run } from '@querent/contracts';
import {
  defaultSagaSettings,
  encodeBorrowed,
  HistoryAwayError,
  listRuns,
  newRunId,
  ResultStore,
  RunStore,
  type Change,
  type MovingRun,
  type RunListQuery,
} from '@querent/saga';
import {
  newRun,
  startPostgres,
  startRedis,
  waitFor,
  type ThrowAwayPostgres,
  type ThrowAwayServer,
} from '@querent/testing';
import Redis from 'ioredis';
import { History } from './history';
import { HistoryMoving } from './history-moving';
import type { HistoryTable } from './partitions';
import type { KeptDays } from './retention';

const settings = { ...defaultSagaSettings, retentionMs: 3_600_000 };
/** Runs and entries may move this long after their end, ms. */
const AFTER_MS = 5;
const forever: KeptDays = { days: 10_000, byTenant: new Map() };
const DAY_MS = 24 * 3_600_000;
const ambiguity: Ambiguity = {
  ...{ trigger: 'ambiguous_term', key: 'term:vip', question: 'Which ones do you mean?', allowText: true },
  options: [{ id: '1', label: 'all', value: 'all', aliases: [] }],
};

describe('the history', () => {
  let server: ThrowAwayServer;
  let postgres: ThrowAwayPostgres;
  let redis: Redis;
  let history: History;
  let store: RunStore;
  let results: ResultStore;
  let moving: HistoryMoving;
  let kept: Record<HistoryTable, KeptDays>;
  let failures: unknown[] = [];
  let refused: string[] = [];

  beforeAll(async () => {
    [server, postgres] = await Promise.all([startRedis(), startPostgres()]);
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    await postgres.query('DROP SCHEMA IF EXISTS querent_history CASCADE');
    [failures, refused] = [[], []];
    kept = { run: forever, result_page: forever, audit_entry: forever };
    history = open(AFTER_MS);
    store = new RunStore(redis, settings, { history: history.runs });
    results = new ResultStore(redis, store);
    moving = openMoving(history);
  });
  afterEach(() => history.close());
  afterAll(async () => {
    redis.disconnect();
    await Promise.all([server.stop(), postgres.stop()]);
  });

  const open = (afterMs: number, url = postgres.url): History => new History(url, { afterMs, auditDays: () => 90 });
  const openMoving = (target: History): HistoryMoving =>
    new HistoryMoving({
      redis,
      store,
      history: target,
      kept: () => kept,
      report: {
        moved: () => undefined,
        refused: (id) => void refused.push(id),
        failed: (error) => void failures.push(error),
        succeeded: () => undefined,
        dropped: () => undefined,
        warn: () => undefined,
      },
    });

  /** Moves until nothing is left to move. */
  const moveAll = async (): Promise<void> => {
    await new Promise((resume) => setTimeout(resume, AFTER_MS + 5));
    while ((await moving.round()) === 0);
    if (failures.length > 0) throw failures[0];
  };
  const submit = async (over: Parameters<typeof newRun>[0] = { id: newRunId() }): Promise<Run> => {
    const created = await store.create(newRun(over));
    if (created.kind !== 'advanced') throw new Error(created.kind);
    return created.run;
  };
  type Ending = 'cancelled' | 'failed' | 'stopped' | 'passed over';
  /** `stopped`: in a clarification; `passed over`: failed after one. */
  const changes: Record<Ending, Change> = {
    cancelled: { event: 'cancelled', stage: 'gateway', steps: [{ kind: 'cancelled', message: 'stopped' }] },
    failed: { event: 'timed_out', stage: 'gateway', patch: { error: runError('run_timeout', 'en') } },
    stopped: { event: 'cancelled', stage: 'gateway', patch: { ambiguity } },
    'passed over': {
      event: 'failed',
      stage: 'intent',
      patch: { passedOver: ambiguity, error: runError('query_timeout', 'en') },
    },
  };
  const finish = async (run: Run, ending: Ending = 'cancelled'): Promise<string> => {
    await store.advance(run, changes[ending]);
    return run.id;
  };
  const finished = async (over: Partial<Parameters<typeof newRun>[0]> = {}): Promise<string> =>
    finish(await submit({ id: newRunId(), ...over }));
  const keysOf = (id: string): Promise<string[]> => redis.keys(`*${id}*`);
  const allPages = async (query: Omit<RunListQuery, 'limit'>, limit: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await listRuns(redis, store, { ...query, limit, cursor });
      ids.push(...page.runs.map(({ id }) => id));
      if (page.nextCursor === null) return ids;
      cursor = page.nextCursor;
    }
  };
  const stored = async (): Promise<number> =>
    Number((await postgres.query('SELECT count(*) FROM querent_history.run')).rows[0]?.['count']);

  it('takes finished runs with their events and results, and Redis keeps none of their keys', async () => {
    await moveAll();
    const run = await submit();
    const blob = await results.write(
      run.id,
      1,
      Array.from({ length: 2_500 }, (_, n) => [n, 'x'.repeat(200)]),
    );
    const ref: ResultRef = { blob, rowCount: 2_500, columns: [], output: [], truncated: false, skipped: [] };
    const long = 'y'.repeat(50_000);
    await store.advance(run, { event: 'cancelled', stage: 'gateway', patch: { result: ref, restatedQuestion: long } });
    const [before, events] = [await store.get(run.id), await store.events(run.id)];
    await moveAll();
    expect(await keysOf(run.id)).toEqual([]);
    expect(await store.get(run.id)).toEqual(before);
    expect(before?.data.restatedQuestion).toBe(long);
    expect(await store.events(run.id)).toEqual(events);
    expect(await store.events(run.id, 2)).toEqual(events.filter(({ seq }) => seq > 2));
    const reader = { tenant: run.tenant, createdAt: run.createdAt };
    expect(await results.readPage(run.id, ref, 1_990, 20, reader)).toEqual(
      Array.from({ length: 20 }, (_, n) => [1_990 + n, 'x'.repeat(200)]),
    );
    const rows = [];
    for await (const page of results.pages(run.id, ref, reader)) rows.push(...page);
    expect(rows).toHaveLength(2_500);
    expect(await store.kept.bytesOf('acme')).toBe(0);
  });

  it('leaves runs in Redis that are active, wait for a reply, owe a letter, or finished just now', async () => {
    await moveAll();
    const active = await submit();
    const owing = await finished();
    await redis.hset(store.keys.run(owing), 'letter', '{}');
    await moveAll();
    const late = new HistoryMoving({ ...partsOf(moving), history: open(60_000) });
    await late.round();
    const recent = await finished();
    await late.round();
    expect(await stored()).toBe(0);
    for (const id of [active.id, owing, recent]) expect(await redis.exists(store.keys.run(id))).toBe(1);
  });

  it('leaves a run in Redis whose answer is in use, and moves it later', async () => {
    await moveAll();
    const id = await finished();
    await store.prolong({ id, tenant: 'acme' }, []);
    await moveAll();
    expect([await stored(), await redis.exists(store.keys.run(id))]).toEqual([0, 1]);
    await redis.pexpire(store.keys.run(id), settings.retentionMs - AFTER_MS);
    await redis.zadd(store.keys.forHistory(id).due, 1, id);
    await moveAll();
    expect([await stored(), await redis.exists(store.keys.run(id))]).toEqual([1, 0]);
  });

  it('keeps an answer that was shared, after the run that computed it is erased', async () => {
    await moveAll();
    const lender = await submit({ id: newRunId(), tenant: 'other' });
    const blob = await results.write(lender.id, 1, [[1], [2]]);
    const ref: ResultRef = { blob, rowCount: 2, columns: [], output: [], truncated: false, skipped: [] };
    await store.advance(lender, {
      event: 'cancelled',
      stage: 'gateway',
      patch: { result: ref, restatedQuestion: 'lent' },
    });
    const result = { ...ref, blob: `${lender.id}/${blob}` };
    const id = newRunId();
    await store.createFinished(
      { ...newRun({ id }), data: { result } },
      [],
      encodeBorrowed({ of: lender.id, members: ['restatedQuestion'], own: { result } }),
    );
    const before = await store.get(id);
    await moveAll();
    expect(await history.runs.eraseTenant('other', Date.now())).toBe(1);
    expect(await store.get(lender.id)).toBeNull();
    expect(await store.get(id)).toEqual(before);
    expect(before?.data).toEqual({ ...emptyRunData(), ...before?.data, restatedQuestion: 'lent' });
    const reader = { tenant: 'acme', createdAt: String(before?.createdAt) };
    expect(await results.readPage(lender.id, ref, 0, 10, reader)).toEqual([[1], [2]]);
    await expect(results.readPage(lender.id, ref, 0, 10, { ...reader, tenant: 'other' })).rejects.toThrow('no index');
  });

  it('lists runs across the border as Redis alone does, with every filter and page size', async () => {
    const endings = ['cancelled', 'failed', 'stopped', 'passed over'] as const;
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      const run = await submit({
        id: newRunId(),
        keyName: n % 3 === 0 ? 'one' : 'two',
        conversationId: n % 4 === 0 ? 'c\u0000\ud800"' : null,
      });
      ids.push(n % 5 === 4 ? run.id : await finish(run, endings[n % endings.length]));
    }
    const queries: Omit<RunListQuery, 'limit'>[] = [
      { tenant: 'acme' },
      { tenant: 'acme', keyName: 'one' },
      { tenant: 'acme', status: 'cancelled' },
      { tenant: 'acme', keyName: 'two', status: 'failed' },
      { tenant: 'acme', conversationId: 'c\u0000\ud800"' },
      { tenant: 'acme', status: 'queued' },
      { tenant: 'acme', codes: ['run_timeout', 'query_timeout'] },
      { tenant: 'acme', codes: ['query_timeout'], keyName: 'one' },
      { tenant: 'acme', codes: ['worker_failed'] },
      { tenant: 'acme', isUnanswered: true },
      { tenant: 'acme', isUnanswered: true, status: 'failed' },
      { tenant: 'acme', isUnanswered: true, codes: ['query_timeout'], connection: 'commerce' },
      { tenant: 'unknown' },
    ];
    await expect(allPages({ tenant: 'acme' }, 7)).rejects.toThrow(HistoryAwayError);
    await history.prepare(Date.now());
    const expected = await Promise.all(queries.map((query) => allPages(query, 7)));
    expect(expected[0]).toHaveLength(60);
    expect(expected.map(({ length }) => length)).toEqual([60, 20, 24, 16, 15, 12, 24, 4, 0, 24, 12, 12, 0]);
    await moveAll();
    // Some runs are in both stores, as after a mover that was killed between the two.
    const [copied] = await Promise.all([history.runs.get(String(ids[1]))]);
    await redis.hset(store.keys.run(String(ids[1])), copied?.hash ?? {});
    const [, ofTenant] = store.keys.listsOf(String(ids[1]), 'acme', 'two');
    await redis.zadd(ofTenant, Number(await listedAt(String(ids[1]))), String(ids[1]));
    expect(await stored()).toBe(48);
    for (const limit of [1, 7, 60])
      expect(await Promise.all(queries.map((query) => allPages(query, limit)))).toEqual(expected);
  });

  it('lists recent runs that moved early beside those in Redis', async () => {
    const patient = open(60_000);
    store = new RunStore(redis, settings, { history: patient.runs });
    moving = openMoving(patient);
    // Each time differs, because lists and expiries are ordered by milliseconds.
    const later = (): Promise<void> => new Promise((resume) => setTimeout(resume, 3));
    const runs: Run[] = [];
    for (let n = 0; n < 3; n++) {
      runs.push(await submit());
      await later();
    }
    const [first, second, third] = runs as [Run, Run, Run];
    // The second ends first, so it expires first.
    for (const run of [second, first, third]) {
      await finish(run);
      await later();
    }
    await moving.round();
    await waitFor(async () => (await store.kept.oldest('acme', 3)).length === 3);
    await moving.moveEarly('acme', 1);
    const ids = runs.map(({ id }) => id);
    expect(await Promise.all(ids.map(async (id) => (await keysOf(id)).length > 0))).toEqual([true, false, true]);
    for (const limit of [1, 2, 10]) expect(await allPages({ tenant: 'acme' }, limit)).toEqual([...ids].reverse());
    await patient.close();
  });

  it('stores a run once, however often a mover stores it', async () => {
    await moveAll();
    const id = await finished();
    const hash = await redis.hgetall(store.keys.run(id));
    const run: MovingRun = {
      id,
      hash,
      events: [],
      listedAt: Date.parse(String(hash['createdAt'])),
      result: null,
      pages: [],
    };
    await history.runs.store(() => Promise.resolve([run]));
    await moveAll();
    await history.runs.store(() => Promise.resolve([{ ...run, events: ['never'] }]));
    expect([await stored(), await store.events(id)]).toEqual([1, []]);
  });

  it('stays without a run that was erased while it was being moved', async () => {
    await moveAll();
    const id = await finished();
    const hash = await redis.hgetall(store.keys.run(id));
    let erasing: Promise<number> | undefined;
    await history.runs.store(async () => {
      await redis.unlink(store.keys.run(id));
      erasing = history.runs.eraseTenant('acme', Date.now());
      const waits = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      await waitFor(async () => (await postgres.query(waits)).rowCount === 1);
      return [{ id, hash, events: [], listedAt: Date.parse(String(hash['createdAt'])), result: null, pages: [] }];
    });
    expect(await erasing).toBe(1);
    expect(await stored()).toBe(0);
  });

  it('lets the other runs of a batch move when it refuses one', async () => {
    await moveAll();
    const ids = await Promise.all(Array.from({ length: 5 }, () => finished()));
    await redis.hset(store.keys.run(String(ids[2])), 'createdAt', 'no time');
    await redis.pexpire(store.keys.run(String(ids[2])), settings.retentionMs / 3);
    await moveAll();
    expect(refused).toEqual([ids[2]]);
    expect(await stored()).toBe(4);
    // A run that the history refuses must not expire before the cause is repaired.
    expect(await redis.pttl(store.keys.run(String(ids[2])))).toBeGreaterThan(settings.retentionMs / 2);
  });

  it('finds the runs that finished before there was a history', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => finished()));
    expect(await redis.keys('*for-history')).toEqual([]);
    await moveAll();
    expect(await stored()).toBe(30);
    expect((await allPages({ tenant: 'acme' }, 50)).sort()).toEqual(ids.sort());
  });

  it('that is away delays moves, lets runs live longer, and fails only what needs it', async () => {
    await moveAll();
    const old = await finished();
    await moveAll();
    const away = open(60_000, 'postgres://reader@127.0.0.1:1/none');
    store = new RunStore(redis, settings, { history: away.runs });
    const cut = openMoving(away);
    const ids = [await finished(), await finished()];
    await redis.pexpire(store.keys.run(String(ids[0])), settings.retentionMs / 3);
    for (const id of ids) await redis.zadd(store.keys.forHistory(id).due, 1, id);
    expect(await cut.round()).toBeGreaterThan(0);
    expect(failures).toEqual([expect.any(HistoryAwayError)]);
    expect(await redis.pttl(store.keys.run(String(ids[0])))).toBeGreaterThan(settings.retentionMs - 10_000);
    expect(await store.get(String(ids[1]))).not.toBeNull();
    await expect(store.get(old)).rejects.toThrow(HistoryAwayError);
    const page = await listRuns(redis, store, { tenant: 'acme', limit: 10 });
    expect(page.runs.map(({ id }) => id).sort()).toEqual([...ids].sort());
    await expect(
      listRuns(redis, store, { tenant: 'acme', limit: 10, cursor: String(page.nextCursor) }),
    ).rejects.toThrow(HistoryAwayError);
    await away.close();
    failures = [];
    for (const id of ids) await redis.pexpire(store.keys.run(id), settings.retentionMs - AFTER_MS);
    for (const id of ids) await redis.zadd(store.keys.forHistory(id).due, 1, id);
    await moveAll();
    expect(await stored()).toBe(3);
  });

  it('removes what is kept no longer, for each kind and tenant', async () => {
    await moveAll();
    const mine = await finished();
    const theirs = await finished({ tenant: 'their"s' });
    await moveAll();
    const day = (ago: number): number => Date.now() + ago * DAY_MS;
    kept.run = { days: 3, byTenant: new Map([['their"s', 5]]) };
    expect(await history.removeExpired('run', kept.run, day(3))).toEqual([]);
    expect(await stored()).toBe(2);
    expect(await history.removeExpired('run', kept.run, day(4))).toEqual([]);
    expect(await store.get(mine)).toBeNull();
    expect(await store.get(theirs)).not.toBeNull();
    expect(await history.removeExpired('run', kept.run, day(6))).toContain(new Date().toISOString().slice(0, 10));
    expect(await store.get(theirs)).toBeNull();
    expect(await stored()).toBe(0);
  });

  it('is prepared by several gateways at once, and by a version before', async () => {
    const others = Array.from({ length: 3 }, () => open(AFTER_MS));
    await Promise.all(others.map((one) => one.prepare(Date.now())));
    await postgres.query('INSERT INTO querent_history.migration (version) VALUES (99)');
    await history.prepare(Date.now());
    await Promise.all(others.map((one) => one.close()));
    const { rows } = await postgres.query('SELECT version FROM querent_history.migration ORDER BY 1');
    expect(rows).toEqual([{ version: 1 }, { version: 2 }, { version: 99 }]);
  });

  it('is away until the tables of the version before have the new columns', async () => {
    await moveAll();
    const id = await finished();
    await moveAll();
    await postgres.query('ALTER TABLE querent_history.run DROP COLUMN unanswered');
    await postgres.query('DELETE FROM querent_history.migration WHERE version > 1');
    await expect(allPages({ tenant: 'acme' }, 10)).rejects.toThrow(HistoryAwayError);
    await history.prepare(Date.now());
    expect(await allPages({ tenant: 'acme' }, 10)).toEqual([id]);
  });

  it('continues the audit trail without a gap, also beyond its maximum in Redis', async () => {
    await moveAll();
    const audit = {
      prefix: settings.prefix,
      retentionMs: 90 * DAY_MS,
      maxEntriesPerTenant: 100,
      maxEntries: 100,
      warn: () => undefined,
    };
    const trail = new AuditTrail(redis, audit, history.audit);
    const record = (from: number, count: number): Promise<void[]> =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          trail.record({
            kind: 'asked',
            at: new Date().toISOString(),
            tenant: 'a:"b',
            key: 'app',
            runId: `run${from + n}`,
            connection: 'shop',
            question: 'how many\u0000?',
          }),
        ),
      );
    await record(0, 1_500);
    await moveAll();
    await record(1_500, 700);
    const found: RecordedEntry[] = [];
    for await (const entries of trail.entries({ tenant: 'a:"b' })) found.push(...entries);
    // A process whose clock is late must not take entries for recent that have moved.
    const [now, at] = [Date.now(), new Date(Number(found[1_000]?.id.split('-')[0]))];
    jest.spyOn(Date, 'now').mockReturnValue(now - 60_000);
    const [first] = (await trail.read({ tenant: 'a:"b', from: at }, { limit: 1 })).entries;
    jest.restoreAllMocks();
    expect(first?.id.split('-')[0]).toBe(String(at.getTime()));
    expect(found.map(({ runId }) => runId)).toEqual(Array.from({ length: 2_200 }, (_, n) => `run${n}`));
    expect(found.filter(({ broken }) => broken)).toEqual([]);
    expect(await redis.xlen(`${settings.prefix}:{audit}:trail:a%3A%5C%22b`)).toBe(700);
    await postgres.query("UPDATE querent_history.audit_entry SET entry = replace(entry, 'run77\"', 'run78\"')");
    const changed: RecordedEntry[] = [];
    for await (const entries of trail.entries({ tenant: 'a:"b' })) changed.push(...entries);
    expect(changed.flatMap(({ broken }, at) => (broken ? [at] : []))).toEqual([77]);
  });

  const listedAt = async (id: string): Promise<string> =>
    (await postgres.query('SELECT listed_at FROM querent_history.run WHERE id = $1', [id])).rows[0]?.['listed_at'];
  const partsOf = (of: HistoryMoving): ConstructorParameters<typeof HistoryMoving>[0] =>
    (of as unknown as { parts: ConstructorParameters<typeof HistoryMoving>[0] }).parts;
});
