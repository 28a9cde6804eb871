import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync, gzipSync } from 'node:zlib';
import { AuditTrail, type RecordedEntry } from '@querent/audit';
import type { ResultRef, Run } from '@querent/contracts';
import { History, HistoryMoving } from '@querent/history';
import { keyFamilies, keyPart, keyReader, type RedisClient, createRedis } from '@querent/platform';
import { eraseData } from '@querent/privacy';
import {
  CallbackQueue,
  claimIdempotencyKey,
  DeadLetters,
  defaultSagaSettings,
  encodeBorrowed,
  listRuns,
  newRunId,
  replyToClarification,
  ResultStore,
  RunStore,
} from '@querent/saga';
import {
  newRun,
  startPostgres,
  startRedis,
  type ThrowAwayPostgres,
  type ThrowAwayServer,
  waitFor,
} from '@querent/testing';
import Redis from 'ioredis';
import { readRedis, type StoredKey } from '../../suites/upgrade/redis-content';
import { tenantTreatments } from './backed-up';
import { readHeader, type TenantHeader } from './backup-file';
import { restoreTenant, type RestoredTenant } from './restore-tenant';
import { restoreBackup } from './restore-backup';
import { saveTenant } from './save-tenant';
import { checkTenantFile } from './tenant-file';

const [OLD, NEW] = ['old', 'new-cell'] as const;
const [MOVED, OTHER] = ['acme:eu', 'a c/me'] as const;
const HOUR = 3_600_000;
const AFTER_MS = 5;

describe('Moving a tenant to another installation', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-move-`);
  const file = `${folder}/tenant.backup`;
  const servers: (ThrowAwayServer | ThrowAwayPostgres)[] = [];
  let [source, target] = [] as Redis[] as [Redis, Redis];
  let [oldStore, newStore] = [] as RunStore[] as [RunStore, RunStore];
  let databases: [ThrowAwayPostgres, ThrowAwayPostgres];
  const histories: History[] = [];

  beforeAll(async () => {
    const [first, second] = await Promise.all([startRedis(), startRedis()]);
    databases = await Promise.all([startPostgres(), startPostgres()]);
    servers.push(first, second, ...databases);
    [source, target] = [new Redis(first.url), new Redis(second.url)];
  });
  beforeEach(async () => {
    await Promise.all([source.flushall(), target.flushall()]);
    oldStore = new RunStore(source, { ...defaultSagaSettings, prefix: OLD });
    newStore = new RunStore(target, { ...defaultSagaSettings, prefix: NEW });
  });
  afterEach(async () => {
    await Promise.all(histories.splice(0).map((history) => history.close()));
  });
  afterAll(async () => {
    source.disconnect();
    target.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  const submit = async (store: RunStore, over: Parameters<typeof newRun>[0]): Promise<Run> => {
    const created = await store.create(newRun(over));
    if (created.kind !== 'advanced') throw new Error(created.kind);
    return created.run;
  };
  const finish = async (store: RunStore, run: Run, patch: Partial<Run['data']> = {}): Promise<string> => {
    await store.advance(run, { event: 'cancelled', stage: 'gateway', patch });
    return run.id;
  };
  const resultOf = async (redis: Redis, store: RunStore, id: string): Promise<ResultRef> => {
    const rows = Array.from({ length: 1_500 }, (_, n) => [n, `row ${n} of ${id}`]);
    const blob = await new ResultStore(redis, store).write(id, 1, rows);
    return { blob, rowCount: rows.length, columns: [], output: [], truncated: false, skipped: [] };
  };
  const pause = async (store: RunStore, tenant: string, lifeMs: number): Promise<string> => {
    const { id, version } = await submit(store, { id: newRunId(), tenant, callbackUrl: 'https://example.org/hook' });
    const claimed = await store.claim(id, version, 60_000);
    if (claimed === null) throw new Error('no run');
    const clarification = {
      ...{ id: 'c1', trigger: 'ambiguous_metric' as const, question: 'Which?', allowText: true },
      options: [{ id: 'a', label: 'A' }],
      expiresAt: new Date(Date.now() + lifeMs).toISOString(),
    };
    await store.advance(claimed.run, { event: 'clarification_needed', stage: 'intent', patch: { clarification } });
    return id;
  };
  const trailOf = (redis: Redis, prefix: string, history?: History): AuditTrail =>
    new AuditTrail(
      redis,
      { prefix, retentionMs: 90 * 24 * HOUR, maxEntriesPerTenant: 1_000, maxEntries: 1_000, warn: () => undefined },
      history?.audit,
    );
  const entriesOf = async (trail: AuditTrail, tenant: string): Promise<RecordedEntry[]> => {
    const entries: RecordedEntry[] = [];
    for await (const batch of trail.entries({ tenant })) entries.push(...batch);
    return entries;
  };
  const record = (trail: AuditTrail, tenant: string, detail: string): Promise<void> =>
    trail.record({
      ...{ kind: 'administered', at: new Date().toISOString(), tenant, key: 'app', runId: null, connection: null },
      detail,
    });

  interface Filled {
    finished: string;
    paused: string;
    borrowing: string;
  }
  /** Data of every kind. @param lender run of another tenant whose answer one run shares */
  async function fill(redis: Redis, store: RunStore, tenant: string, lender: string | null): Promise<Filled> {
    const { prefix } = store.settings;
    const run = await submit(store, { id: newRunId(), tenant, callbackUrl: 'https://example.org/hook' });
    const result = await resultOf(redis, store, run.id);
    // Longer than a member that is stored in the run's hash.
    const finished = await finish(store, run, { result, restatedQuestion: `of ${tenant} ${'y'.repeat(50_000)}` });
    const paused = await pause(store, tenant, HOUR);
    const borrowing = newRunId();
    const lent = lender === null ? null : await store.get(lender);
    if (lent?.data.result) {
      const own = { result: { ...lent.data.result, blob: `${lent.id}/${lent.data.result.blob}` } };
      await store.createFinished(
        { ...newRun({ id: borrowing, tenant }), data: own },
        [{ kind: 'cache', message: 'Known' }],
        encodeBorrowed({ of: lent.id, members: ['restatedQuestion'], own }),
      );
    }
    await new CallbackQueue(redis, store.keys).failed({ runId: finished, version: 2 });
    await new DeadLetters(redis, store.keys).add({
      ...{ id: `${finished}-1`, runId: finished, tenant, job: 'callback' as const, version: 1, reason: tenant },
      at: new Date().toISOString(),
    });
    await claimIdempotencyKey(redis, store.keys, {
      tenant,
      keyName: 'app',
      key: 'once',
      bodyHash: 'h',
      runId: finished,
    });
    await redis.hset(store.keys.feedback(finished), 'app', '{}', '', tenant);
    // Of a run that has expired.
    await redis.hset(store.keys.feedback(newRunId()), 'app', '{}', '', tenant);
    for (const { name, key, owner } of keyFamilies) {
      const isNamed = (owner === 'tenant' || owner === 'audience') && tenantTreatments[name] === 'whole keys';
      if (!isNamed || name === 'sizes of runs') continue;
      const parts: Record<string, string> = { tenant: keyPart(tenant), audience: keyPart(`shop@${keyPart(tenant)}`) };
      const built = key.replace(/^P/, prefix).replace(/<(\w+)…?>/g, (_, part: string) => parts[part] ?? '1');
      await redis.set(built, `${name} of ${tenant}`, 'PX', HOUR);
    }
    const trail = trailOf(redis, prefix);
    for (const detail of ['first', 'second', 'third']) await record(trail, tenant, detail);
    return { finished, paused, borrowing };
  }
  const save = (tenant: string = MOVED, history: History | null = null): Promise<Map<string, number>> =>
    saveTenant(source, OLD, { file, tenant, history });
  const restore = async (redis: RedisClient = target, history: History | null = null): Promise<RestoredTenant> =>
    restoreTenant(redis, NEW, { file, header: (await readHeader(file)) as TenantHeader, history });
  const everything = async (redis: Redis): Promise<StoredKey[]> => readRedis(redis, () => true);
  const erase = async (redis: Redis, store: RunStore, tenant: string): Promise<void> => {
    const deps = { store, redis, caches: redis, removeJob: async () => true };
    expect(await eraseData(deps, { tenant, requestedAt: '2999-01-01T00:00:00Z' }, {})).toBe(0);
    const { trail, head } = store.keys.auditTrail(tenant);
    await redis.unlink(trail, head);
  };
  /** Without counts that have dropped to 0, and turns, which a move leaves. */
  const comparable = (stored: readonly StoredKey[]): unknown[] =>
    stored.flatMap((one) => {
      if (/:turns$/.test(one.key)) return [];
      if (!/:census$/.test(one.key) || one.type !== 'hash') return [one];
      const counts = Object.entries(one.value).filter(([, count]) => count !== '0');
      return counts.length === 0 ? [] : [{ ...one, value: Object.fromEntries(counts) }];
    });
  const renamed = (stored: readonly StoredKey[]): StoredKey[] =>
    stored
      .map((one) => ({ ...one, key: one.key.replace(/^old:/, `${NEW}:`) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));

  it('treats every family of keys', () => {
    expect(Object.keys(tenantTreatments).sort()).toEqual(keyFamilies.map(({ name }) => name).sort());
  });

  it.each([MOVED, OTHER, '中文', '{x}*'])(
    'brings all keys of the tenant %s, with their values and ends',
    async (tenant) => {
      await fill(source, oldStore, tenant, null);
      const families = new Set((await source.keys('*')).map((key) => keyReader(OLD)(key)?.family.name));
      for (const [name, treatment] of Object.entries(tenantTreatments))
        if (treatment === 'whole keys' || treatment === 'members') expect(families).toContain(name);
      await save(tenant);
      await restore();
      const mark = newStore.keys.movedHere(tenant);
      const moved = (await everything(target)).filter(({ key }) => key !== mark);
      expect(comparable(moved)).toEqual(comparable(renamed(await everything(source))));
      for (const { key } of moved) {
        const [before, after] = [await source.pttl(key.replace(NEW, OLD)), await target.pttl(key)];
        expect({ key, differs: Math.abs(before - after) > 2_000 }).toEqual({ key, differs: false });
      }
    },
  );

  it('does not touch other tenants at either installation, and erasing removes every trace', async () => {
    const neighbour = await fill(source, oldStore, OTHER, null);
    const here = await fill(target, newStore, OTHER, null);
    const [oldBefore, newBefore] = [await everything(source), await everything(target)];
    await fill(source, oldStore, MOVED, neighbour.finished);
    const unmoved = await everything(source);
    await save();
    expect(await everything(source)).toEqual(unmoved);
    await restore();
    expect((await newStore.get(here.paused))?.status).toBe('awaiting_clarification');
    await erase(source, oldStore, MOVED);
    expect(comparable(await everything(source))).toEqual(comparable(oldBefore));
    await erase(target, newStore, MOVED);
    expect(comparable(await everything(target))).toEqual(comparable(newBefore));
  });

  it('shows runs, results and the audit trail as before, also an answer that another tenant’s run computed', async () => {
    const neighbour = await fill(source, oldStore, OTHER, null);
    const { finished, borrowing } = await fill(source, oldStore, MOVED, neighbour.finished);
    const before = await Promise.all([finished, borrowing].map((id) => oldStore.get(id)));
    const listed = await listRuns(source, oldStore, { tenant: MOVED, limit: 10 });
    expect(listed.runs).toHaveLength(3);
    await save();
    await restore();
    await source.flushall();
    const [own, borrowed] = await Promise.all([finished, borrowing].map((id) => newStore.get(id)));
    expect(own).toEqual(before[0]);
    const ref = borrowed?.data.result;
    expect(ref?.blob).not.toContain('/');
    expect({ ...borrowed, data: { ...borrowed?.data, result: null } }).toEqual({
      ...before[1],
      data: { ...before[1]?.data, result: null },
    });
    const results = new ResultStore(target, newStore);
    if (!own?.data.result || !ref) throw new Error('no result');
    expect(await results.readPage(finished, own.data.result, 1_490, 20)).toHaveLength(10);
    expect(await results.readPage(borrowing, ref, 1_499, 2)).toEqual([[1_499, `row 1499 of ${neighbour.finished}`]]);
    expect(await newStore.events(borrowing)).not.toEqual([]);
    expect(await target.exists(newStore.keys.run(neighbour.finished))).toBe(0);
    expect((await listRuns(target, newStore, { tenant: MOVED, limit: 10 })).runs.map(({ id }) => id)).toEqual(
      listed.runs.map(({ id }) => id),
    );
    const trail = trailOf(target, NEW);
    await record(trail, MOVED, 'fourth');
    const entries = await entriesOf(trail, MOVED);
    expect(entries.map(({ detail, broken }) => [detail, broken])).toEqual(
      ['first', 'second', 'third', 'fourth'].map((detail) => [detail, undefined]),
    );
  });

  it('continues a pause: it is counted once, has its deadline, and takes a reply', async () => {
    const paused = await pause(source && oldStore, MOVED, HOUR);
    const due = await source.zscore(oldStore.keys.due(paused), paused);
    expect(Number(due)).toBeGreaterThan(Date.now());
    await save();
    await restore();
    expect(await restore()).toMatchObject({ written: 0 });
    expect(await target.zscore(newStore.keys.due(paused), paused)).toBe(due);
    expect([...(await newStore.census.byState())]).toEqual([['awaiting_clarification', 1]]);
    expect(await new CallbackQueue(target, newStore.keys).take(1_000, 10)).toEqual([{ runId: paused, version: 2 }]);
    const reply = await replyToClarification(newStore, paused, { clarificationId: 'c1', optionId: 'a' });
    expect(reply.kind).toBe('accepted');
    expect(await newStore.census.inFlight(MOVED)).toBe(1);
    await newStore.census.recount();
    expect(await newStore.census.inFlight(MOVED)).toBe(1);
  });

  it('is completed by a second restore, wherever the first was interrupted, and doubles nothing', async () => {
    const neighbour = await fill(source, oldStore, OTHER, null);
    await fill(source, oldStore, MOVED, neighbour.finished);
    await save();
    const commands = await interruptedAt(Infinity);
    const whole = comparable(await everything(target));
    expect(commands).toBeGreaterThan(30);
    expect(await restore()).toMatchObject({ written: 0, expired: 0 });
    expect(comparable(await everything(target))).toEqual(whole);
    for (let at = 1; at < commands; at++) {
      await target.flushall();
      expect(await interruptedAt(at)).toBe(at);
      await restore();
      expect({ at, content: comparable(await everything(target)) }).toEqual({ at, content: whole });
    }
  }, 60_000);

  /** Restores over a connection that breaks at the `at`-th command. @returns the number of commands */
  async function interruptedAt(at: number): Promise<number> {
    const failing = new Redis(servers[1]?.url ?? '', {
      ...{ retryStrategy: () => null, maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true },
    });
    await failing.connect();
    let commands = 0;
    const { sendCommand } = failing;
    failing.sendCommand = function (...args) {
      commands += 1;
      if (commands === at) failing.disconnect();
      return sendCommand.apply(failing, args);
    };
    const outcome = await restore(failing).then(
      () => 'whole',
      () => 'broken off',
    );
    expect(outcome).toBe(at === Infinity ? 'whole' : 'broken off');
    if (at === Infinity) failing.disconnect();
    return Math.min(commands, at);
  }

  it('leaves what was deleted since a complete restore deleted, if the file is restored again', async () => {
    await fill(source, oldStore, MOVED, null);
    await save();
    await restore();
    const conversation = (await target.keys(`${NEW}:conversation:*`))[0] ?? '';
    await target.unlink(conversation);
    await restore();
    expect(await target.exists(conversation)).toBe(0);
  });

  it('can move back to an installation from which it was erased, without its trail', async () => {
    await fill(source, oldStore, MOVED, null);
    const before = comparable(await everything(source));
    await save();
    await restore();
    await erase(source, oldStore, MOVED);
    await saveTenant(target, NEW, { file, tenant: MOVED, history: null });
    await restoreTenant(source, OLD, { file, header: (await readHeader(file)) as TenantHeader, history: null });
    const mark = oldStore.keys.movedHere(MOVED);
    expect(comparable((await everything(source)).filter(({ key }) => key !== mark))).toEqual(before);
  });

  it('leaves out what has expired since the file was written', async () => {
    const { finished } = await fill(source, oldStore, MOVED, null);
    await source.pexpire(oldStore.keys.run(finished), 300);
    await source.pexpire(oldStore.keys.feedback(finished), 300);
    await save();
    await waitFor(
      async () => (await source.exists(oldStore.keys.run(finished), oldStore.keys.feedback(finished))) === 0,
    );
    expect(await restore()).toMatchObject({ present: 0, expired: 2 });
    expect(await target.exists(newStore.keys.run(finished), newStore.keys.feedback(finished))).toBe(0);
  });

  describe('is refused', () => {
    it('while runs of the tenant are active, with their number; runs of others do not matter', async () => {
      await fill(source, oldStore, MOVED, null);
      await submit(oldStore, { id: newRunId(), tenant: OTHER });
      await save();
      rmSync(file);
      const run = await submit(oldStore, { id: newRunId(), tenant: MOVED });
      await submit(oldStore, { id: newRunId(), tenant: MOVED });
      await expect(save()).rejects.toThrow('acme:eu is not drained: 2 runs are active (queued)');
      await oldStore.claim(run.id, 1, 60_000);
      await expect(save()).rejects.toThrow('2 runs are active (queued, understanding)');
      await expect(readHeader(file)).rejects.toThrow('cannot be read');
    });

    it('for a tenant without data', async () => {
      await fill(source, oldStore, MOVED, null);
      await expect(save('acme')).rejects.toThrow('This installation has no data of acme.');
    });

    /** Starts `act` at the first command of a name that `work` sends to the old installation. */
    const during = async (name: string, act: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> => {
      const { sendCommand } = source;
      const acting: Promise<unknown>[] = [];
      source.sendCommand = function (command, ...rest) {
        if (acting.length === 0 && command.name === name) {
          source.sendCommand = sendCommand;
          acting.push(act());
        }
        return sendCommand.apply(source, [command, ...rest]);
      };
      await work().finally(() => (source.sendCommand = sendCommand));
      expect(acting).toHaveLength(1);
      await Promise.all(acting);
    };

    it('if a run changes while it is read, or a run changes or arrives before the end', async () => {
      const reply = { clarificationId: 'c1', optionId: 'a' };
      const changes: [string, (paused: string) => Promise<unknown>, RegExp][] = [
        ['multi', (paused) => source.hincrby(oldStore.keys.run(paused), 'version', 1), /changed while it was read/],
        // Dead letters are read after the runs.
        ['zrange', () => submit(oldStore, { id: newRunId(), tenant: OTHER }), /^none$/],
        ['zrange', (paused) => replyToClarification(oldStore, paused, reply), /1 run of acme:eu changed meanwhile/],
        ['zrange', () => submit(oldStore, { id: newRunId(), tenant: MOVED }), /1 run of acme:eu changed meanwhile/],
      ];
      for (const [command, change, message] of changes) {
        await source.flushall();
        const paused = await pause(oldStore, MOVED, HOUR);
        await during(
          command,
          () => change(paused),
          async () => {
            const outcome = await save().then(
              () => 'none',
              (error: Error) => error.message,
            );
            expect(outcome).toMatch(message);
          },
        );
      }
    });

    it('if the tenant has other data at the new installation: a run, a habit, a dead letter, or a trail', async () => {
      await fill(source, oldStore, MOVED, null);
      await save();
      const others: [RegExp, () => Promise<unknown>][] = [
        [/already has data here: 1 runs/, () => submit(newStore, { id: newRunId(), tenant: MOVED })],
        [/here: new-cell:\{habits:/, () => target.hset(newStore.keys.habits({ ...owner, tenant: MOVED }), 'x', 1)],
        [/UNLINK 'new-cell:\{audit\}:trail:acme%3Aeu'/, () => record(trailOf(target, NEW), MOVED, 'x')],
        [/1 dead letters/, () => letterOf(MOVED)],
        [/being erased here/, () => target.hset(newStore.keys.erasures(), MOVED, '{}')],
      ];
      for (const [message, add] of others) {
        await target.flushall();
        await add();
        const before = await everything(target);
        await expect(restore()).rejects.toThrow(message);
        expect(await everything(target)).toEqual(before);
      }
      await target.flushall();
      await fill(target, newStore, OTHER, null);
      expect(await restore()).toMatchObject({ present: 0 });
    });
    const owner = { keyName: 'app', connection: 'shop' };
    const letterOf = (tenant: string): Promise<void> =>
      new DeadLetters(target, newStore.keys).add({
        ...{ id: 'q1-1', runId: 'q1', tenant, job: 'callback' as const, version: 1, reason: 'x' },
        at: new Date().toISOString(),
      });

    it('for another file after an interrupted restore', async () => {
      await fill(source, oldStore, MOVED, null);
      await save();
      expect(await interruptedAt(40)).toBe(40);
      await fill(source, oldStore, MOVED, null);
      await save();
      await expect(restore()).rejects.toThrow('already has data here');
    });

    it('with a damaged or newer file, and by the restore of whole installations', async () => {
      await fill(source, oldStore, MOVED, null);
      await save();
      const { counts } = await checkTenantFile(file);
      expect(Object.fromEntries(counts)).toMatchObject({ 'finished runs': 1, 'runs that await a reply': 1 });
      await expect(restoreBackup(target, OLD, file)).rejects.toThrow('contains one tenant, acme:eu');
      const sound = readFileSync(file);
      const changed = (change: (text: string) => string): Buffer => gzipSync(change(gunzipSync(sound).toString()));
      const damages: [Buffer, RegExp][] = [
        [sound.subarray(0, -500), /cannot be read/],
        [changed((text) => text.replace(/\n[^\n]*\n$/, '\n')), /its end is missing/],
        [changed((text) => text.replace(/\n\["key"[^\n]*/, '')), /checksum is wrong/],
        [changed((text) => text.replace('"listsExpireAt"', '"listed2"')), /is damaged/],
        [changed((text) => text.replace(/"format":\d+/, '"format":99')), /that version or a later one/],
        [changed((text) => text.replace('"layout":2', '"layout":3')), /no backup of Querent that this version reads/],
        // An older version knows layout 1 alone.
        [changed((text) => text.replace('"layout":2,', '')), /no backup of Querent that this version reads/],
      ];
      for (const [content, message] of damages) {
        writeFileSync(file, content);
        await expect(restore()).rejects.toThrow(message);
        expect(await target.dbsize()).toBe(0);
      }
    });
  });

  describe('with a history', () => {
    beforeEach(async () => {
      for (const database of databases) await database.query('DROP SCHEMA IF EXISTS querent_history CASCADE');
    });
    const open = (at: 0 | 1): History => {
      const history = new History(databases[at].url, { afterMs: AFTER_MS, auditDays: () => 90 });
      histories.push(history);
      return history;
    };
    /** Moves everything that is finished to a history. */
    const settle = async (redis: Redis, store: RunStore, history: History): Promise<void> => {
      const forever = { days: 10_000, byTenant: new Map<string, number>() };
      const failures: unknown[] = [];
      const moving = new HistoryMoving({
        ...{ redis, store, history, kept: () => ({ run: forever, result_page: forever, audit_entry: forever }) },
        report: {
          moved: () => undefined,
          succeeded: () => undefined,
          refused: (_, error) => void failures.push(error),
          failed: (error) => void failures.push(error),
          dropped: () => undefined,
          warn: () => undefined,
        },
      });
      await new Promise((resume) => setTimeout(resume, AFTER_MS + 5));
      while ((await moving.round()) === 0);
      expect(failures).toEqual([]);
    };
    const rowsOf = async (at: 0 | 1): Promise<Record<string, string[]>> => {
      const found: Record<string, string[]> = {};
      for (const table of ['run', 'result_page', 'audit_entry']) {
        const { rows } = await databases[at].query(`SELECT * FROM querent_history.${table}`);
        found[table] = rows.map((row) => JSON.stringify(row)).sort();
      }
      return found;
    };
    const ofMoved = (rows: Record<string, string[]>): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(rows).map(([table, all]) => [table, all.filter((row) => row.includes(`"tenant":"${MOVED}"`))]),
      );

    it('brings the tenant’s rows, and the new history takes its restored runs', async () => {
      const [before, after] = [open(0), open(1)];
      oldStore = new RunStore(source, oldStore.settings, { history: before.runs });
      const neighbour = await fill(source, oldStore, OTHER, null);
      const { finished, borrowing, paused } = await fill(source, oldStore, MOVED, neighbour.finished);
      const shown = await Promise.all([finished, borrowing].map((id) => oldStore.get(id)));
      await settle(source, oldStore, before);
      expect(await source.exists(oldStore.keys.run(finished))).toBe(0);
      const recent = await finish(oldStore, await submit(oldStore, { id: newRunId(), tenant: MOVED }));
      await record(trailOf(source, OLD), MOVED, 'recent');
      await expect(save()).rejects.toThrow('set HISTORY_URL');
      const counts = await save(MOVED, before);
      expect(Object.fromEntries(counts)).toMatchObject({
        ...{ 'finished runs': 1, 'runs that await a reply': 1, 'history: run': 2, 'history: audit_entry': 3 },
      });
      await expect(restore()).rejects.toThrow('rows of the history: set HISTORY_URL');
      expect(await target.dbsize()).toBe(0);
      await restore(target, after);
      const wanted = ofMoved(await rowsOf(0));
      expect(await rowsOf(1)).toEqual(wanted);
      expect(wanted['result_page']?.length).toBeGreaterThan(2);
      expect(await restore(target, after)).toMatchObject({ written: 0 });

      const store = new RunStore(target, newStore.settings, { history: after.runs });
      expect(await Promise.all([finished, borrowing].map((id) => store.get(id)))).toEqual(shown);
      await settle(target, store, after);
      expect(await target.exists(store.keys.run(recent), store.keys.run(paused))).toBe(1);
      expect((await store.get(recent))?.status).toBe('cancelled');
      expect((await rowsOf(1))['run']).toHaveLength(3);
      const trail = trailOf(target, NEW, after);
      await record(trail, MOVED, 'later');
      const entries = await entriesOf(trail, MOVED);
      expect(entries.map(({ detail, broken }) => [detail, broken])).toEqual(
        ['first', 'second', 'third', 'recent', 'later'].map((detail) => [detail, undefined]),
      );
    });

    it('brings more rows than one batch, of several days, without those of a tenant with a similar name', async () => {
      const [before, after] = [open(0), open(1)];
      await before.prepare(Date.now());
      const days = `(SELECT current_date + d AS day, d FROM generate_series(0, 2) d) days`;
      await databases[0].query(`
        INSERT INTO querent_history.run
          SELECT day, 'q' || n || md5(tenant), tenant, 'k', n / 7, 'cancelled', nullif('c\\u0000', tenant), 3, '\\x00ff'
            FROM ${days}, generate_series(1, 450) n, unnest(ARRAY['${MOVED}', 'acme']) tenant;
        INSERT INTO querent_history.result_page
          SELECT day, tenant, 'q' || n, 'rows', page, n, '\\xfffe'
            FROM ${days}, generate_series(1, 9) n, generate_series(-1, 4) page, unnest(ARRAY['${MOVED}', 'acme']) tenant;
        INSERT INTO querent_history.audit_entry
          SELECT day, tenant, 1e12 + n / 3, n % 3, '{"中": 1}', 'link ' || n
            FROM ${days}, generate_series(1, 1100) n, unnest(ARRAY['${MOVED}', 'acme']) tenant;`);
      const counts = await save(MOVED, before);
      expect(Object.fromEntries(counts)).toEqual({
        ...{ 'history: run': 1_350, 'history: result_page': 162, 'history: audit_entry': 3_300 },
      });
      await restore(target, after);
      expect(await rowsOf(1)).toEqual(ofMoved(await rowsOf(0)));
      expect((await rowsOf(1))['audit_entry']).toHaveLength(3_300);
    });

    it('notes restored runs for a history that is in use, and refuses other rows of the tenant', async () => {
      const after = open(1);
      await settle(target, newStore, after);
      const { finished } = await fill(source, oldStore, MOVED, null);
      await save();
      await expect(restore()).rejects.toThrow('has a history: set HISTORY_URL');
      await restore(target, after);
      const due = Number(await target.zscore(newStore.keys.forHistory(finished).due, finished));
      expect(due).toBe(Date.parse((await newStore.get(finished))?.finishedAt ?? '') + AFTER_MS);
      await settle(target, newStore, after);
      expect(ofMoved(await rowsOf(1))['run']).toHaveLength(1);
      await target.flushall();
      await expect(restore(target, after)).rejects.toThrow('rows of querent_history.run');
    });
  });

  /** Creates a user as backup.md describes it, for an installation with this prefix. */
  const connectAs = async (name: string, redis: Redis, url: string, prefix: string): Promise<RedisClient> => {
    const page = readFileSync(`${__dirname}/../../docs/operate/backup.md`, 'utf8');
    const [, user = '', ...rules] = (new RegExp(`^ {4}user ${name} .*$`, 'm').exec(page)?.[0] ?? '').trim().split(' ');
    const known = rules.map((rule) =>
      /^#0+$/.test(rule) ? '>secret' : rule.replace(/^(%R)?~querent:/, `$1~${prefix}:`),
    );
    await redis.acl('SETUSER', user, ...known);
    return createRedis(url.replace('redis://', `redis://${user}:secret@`), 'worker');
  };

  it('needs no more rights than the users of backup.md have', async () => {
    const neighbour = await fill(source, oldStore, OTHER, null);
    await fill(source, oldStore, MOVED, neighbour.finished);
    const from = await connectAs('querent-move-from', source, servers[0]?.url ?? '', OLD);
    const to = await connectAs('querent-move-to', target, servers[1]?.url ?? '', NEW);
    try {
      await saveTenant(from, OLD, { file, tenant: MOVED, history: null });
      expect((await restore(to)).written).toBeGreaterThan(20);
      expect([await source.acl('LOG'), await target.acl('LOG')]).toEqual([[], []]);
      await expect(from.set(`${OLD}:x`, 1)).rejects.toThrow('NOPERM');
      await expect(to.get('other:x')).rejects.toThrow('NOPERM');
      await expect(to.flushall()).rejects.toThrow('NOPERM');
    } finally {
      from.disconnect();
      to.disconnect();
    }
  });
});
