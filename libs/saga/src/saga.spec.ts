import type { Clarification, Outcome, Run, RunData } from '@querent/contracts';
import { createRedis, type RedisClient } from '@querent/platform';
import { newRun, startRedis, waitFor } from '@querent/testing';
import type Redis from 'ioredis';
import { Registry } from 'prom-client';
import { cancelRun } from './cancellation';
import { CancellationWatch } from './cancellation-watch';
import { replyToClarification } from './clarification-reply';
import { DeadLetters } from './dead-letters/dead-letters';
import { claimIdempotencyKey } from './idempotency';
import { SagaKeys } from './keys';
import { jobIdOf, type JobState, type JobTransport, type Outbox } from './outbox';
import { ResultStore } from './result-store';
import { failExhausted } from './run-failure';
import { listRuns } from './run-index';
import { measureRuns } from './run-metrics';
import { newRunId, RunStore } from './run-store';
import { RunWatch } from './run-watch';
import { defaultSagaSettings } from './saga-settings';
import { StageRunner } from './stage-runner';
import { StagePostponedError } from './stage-postponed-error';
import { Sweeper } from './sweeper';

/** Remembers what was published; the state of any job is what the test says. */
class RecordingTransport implements JobTransport {
  published: string[] = [];
  state: JobState = 'gone';
  async publish(outbox: Outbox, attempt: number): Promise<void> {
    this.published.push(`${outbox.job} ${jobIdOf(outbox, attempt)}`);
  }
  async stateOf(): Promise<{ state: JobState; reason: string | null }> {
    return { state: this.state, reason: this.state === 'failed' ? 'boom' : null };
  }
}

describe('the saga on a real Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let subscriber: Redis;
  let now = 0;
  let store: RunStore;
  let watch: RunWatch;
  let cancellations: CancellationWatch;
  let transport: RecordingTransport;
  let letters: DeadLetters;
  let sweeper: Sweeper;

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    subscriber = createRedis(server.url, 'subscriber');
    watch = new RunWatch(subscriber, new SagaKeys(defaultSagaSettings.prefix));
    await watch.start();
    cancellations = new CancellationWatch(subscriber, new SagaKeys(defaultSagaSettings.prefix));
    await cancellations.start();
  });
  afterAll(async () => {
    redis.disconnect();
    subscriber.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    now = Date.now();
    store = new RunStore(redis, defaultSagaSettings, { now: () => now });
    transport = new RecordingTransport();
    letters = new DeadLetters(redis, store.keys);
    sweeper = new Sweeper(store, transport, letters, { intervalMs: 1_000, onError: (error) => { throw error; } });
  });

  const submit = async (over: Parameters<typeof newRun>[0] = { id: newRunId() }): Promise<Run> => {
    const created = await store.create(newRun(over));
    if (created.kind !== 'advanced') throw new Error(created.kind);
    return created.run;
  };
  const runner = (stage: (run: Run, signal: AbortSignal) => Promise<Outcome>): StageRunner =>
    new StageRunner({ store, transport, cancellations, stage: 'intent', job: 'understand', run: stage });
  const understood: Outcome = { event: 'understood', patch: { refinedQuestion: 'the number of orders' }, steps: [{ kind: 'understood', message: 'Understood' }] };
  const jobOf = (run: Run) => ({ runId: run.id, version: run.version, traceparent: run.traceparent });
  const pause: Clarification = {
    id: 'c1', trigger: 'ambiguous_metric', question: 'Which?', options: [{ id: 'a', label: 'A' }, { id: 'b', label: 'B' }],
    allowText: true, expiresAt: new Date(Date.now() + 60_000).toISOString(),
  };
  const paused = async (): Promise<Run> => {
    const run = await submit();
    await runner(async () => ({ event: 'clarification_needed', patch: { clarification: pause }, steps: [] })).handle(jobOf(run));
    return (await store.get(run.id)) as Run;
  };

  it('moves a run on, tells its story in numbered events and publishes the next job', async () => {
    const run = await submit();
    await runner(async () => understood).handle(jobOf(run));
    const after = await store.get(run.id);
    expect(after).toMatchObject({ status: 'retrieving', version: 2, data: { refinedQuestion: 'the number of orders' } });
    expect(transport.published).toEqual([`retrieve ${run.id}-2-1`]);
    const events = await store.events(run.id);
    expect(events.map(({ seq, event, data }) => [seq, event, 'status' in data ? data.status : data])).toMatchObject([
      [1, 'status', 'queued'], [2, 'status', 'understanding'], [3, 'step', { message: 'Understood', seq: 3 }], [4, 'status', 'retrieving'],
    ]);
    expect((await store.events(run.id, 3)).map(({ seq }) => seq)).toEqual([4]);
  });

  it('accepts one of two workers that finish the same version', async () => {
    const run = await submit();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const both = [1, 2].map((n) => runner(async () => (await gate, { ...understood, patch: { refinedQuestion: `by ${n}` } })).handle(jobOf(run)));
    release();
    await Promise.all(both);
    expect((await store.get(run.id))?.version).toBe(2);
    // Both publish, under the id that makes the second publish do nothing.
    expect(new Set(transport.published)).toEqual(new Set([`retrieve ${run.id}-2-1`]));
  });

  it('fails the job of a stage whose outcome the table does not know, and changes nothing', async () => {
    const run = await submit();
    await expect(runner(async () => ({ event: 'presented', patch: {}, steps: [] })).handle(jobOf(run))).rejects.toThrow(/not possible/);
    expect(await store.get(run.id)).toMatchObject({ status: 'understanding', version: 1 });
    expect(transport.published).toEqual([]);
  });

  it('leaves a run in a format of a newer version to that one, and keeps what a newer version has added to the data of others', async () => {
    const newer = await submit();
    await redis.hset(store.keys.run(newer.id), 'format', '2');
    const stage = jest.fn();
    await expect(runner(stage).handle(jobOf(newer))).rejects.toThrow(StagePostponedError);
    expect(stage).not.toHaveBeenCalled();
    await redis.zadd(store.keys.due(newer.id), 1, newer.id);
    await sweeper.sweep();
    expect(await redis.hget(store.keys.run(newer.id), 'status')).toBe('understanding');

    const extended = await submit({ id: newRunId() });
    const data = JSON.parse((await redis.hget(store.keys.run(extended.id), 'data')) ?? '{}');
    await redis.hset(store.keys.run(extended.id), 'data', JSON.stringify({ ...data, mood: { of: 'tomorrow' } }));
    await runner(async () => understood).handle(jobOf(extended));
    expect((await store.get(extended.id))?.data).toMatchObject({ refinedQuestion: 'the number of orders', mood: { of: 'tomorrow' } });
    expect((await listRuns(redis, store, { tenant: 'acme', keyName: 'app', limit: 10 })).runs.map(({ id }) => id)).toEqual([extended.id]);
  });

  it('does nothing for a job that was published ahead of an advance that was refused', async () => {
    const run = await submit();
    await cancelRun(store, run.id);
    const stage = jest.fn();
    const ahead = new StageRunner({ store, transport, cancellations, stage: 'schema-retrieval', job: 'retrieve', run: stage });
    await ahead.handle({ ...jobOf(run), version: 2 });
    expect(stage).not.toHaveBeenCalled();

    const waiting = await paused();
    await replyToClarification(store, waiting.id, { clarificationId: 'c1', optionId: 'a' });
    await ahead.handle({ ...jobOf(waiting), version: 3 });
    expect(stage).not.toHaveBeenCalled();
    expect(transport.published.at(-1)).toBe(`understand ${waiting.id}-3-1`);
  });

  it('publishes the stored outbox again when a job is redelivered after its stage has advanced', async () => {
    const run = await submit();
    await runner(async () => understood).handle(jobOf(run));
    transport.published = [];
    const stage = jest.fn();
    await runner(stage).handle(jobOf(run));
    expect(stage).not.toHaveBeenCalled();
    expect(transport.published).toEqual([`retrieve ${run.id}-2-1`]);
  });

  it('publishes a submitted job that nobody took, under a new attempt', async () => {
    const run = await submit();
    await sweeper.sweep();
    expect(transport.published).toEqual([]);
    now += store.settings.pickupMs + 1;
    await sweeper.sweep();
    expect(transport.published).toEqual([`understand ${run.id}-1-2`]);
  });

  it('leaves a job alone that waits in a long queue', async () => {
    await submit();
    transport.state = 'pending';
    now += store.settings.pickupMs + 1;
    await sweeper.sweep();
    expect(transport.published).toEqual([]);
  });

  it('fails a run whose job is in the failed set, in business language, and keeps the dead letter', async () => {
    const run = await submit({ id: newRunId(), locale: 'zh' });
    transport.state = 'failed';
    now += store.settings.pickupMs + 1;
    await sweeper.sweep();
    const after = await store.get(run.id);
    expect(after).toMatchObject({ status: 'failed', data: { error: { code: 'worker_failed' }, technicalError: 'boom' } });
    expect(after?.data.error?.message).toMatch(/系统多次出错/);
    expect(await letters.list(10)).toMatchObject([{ runId: run.id, job: 'understand', reason: 'boom' }]);
  });

  it('shows and discards the dead letters that it knows, whatever a newer version has put beside them or into them', async () => {
    const at = new Date().toISOString();
    const letter = { id: 'q-1', runId: 'q', tenant: 'acme', job: 'understand' as const, version: 1, reason: 'boom', at };
    await redis.zadd(store.keys.deadLetters(), 1, JSON.stringify({ mood: 'new', ...letter }), 2, JSON.stringify({ ...letter, id: 'q-2', job: 'daydream' }));
    expect(await letters.list(10)).toEqual([letter]);
    expect([await letters.discard(letter), await letters.discard(letter), await letters.count()]).toEqual([true, false, 1]);
  });

  it('keeps one dead letter when the worker and the sweeper both see the exhausted job', async () => {
    const run = await submit();
    const outbox = { job: 'understand', payload: jobOf(run) } as const;
    await Promise.all([failExhausted(store, letters, outbox, 'x'), failExhausted(store, letters, outbox, 'y')]);
    expect(await letters.list(10)).toHaveLength(1);
  });

  it('ends a run that is under way for too long', async () => {
    const run = await submit();
    transport.state = 'pending';
    now = Date.now();
    const early = new RunStore(redis, { ...defaultSagaSettings, runTimeoutMs: -1 }, { now: () => now + 60_000 });
    await new Sweeper(early, transport, letters, { intervalMs: 1_000 }).sweep();
    expect((await store.get(run.id))?.data.error?.code).toBe('run_timeout');
  });

  it('takes the first reply and refuses the second', async () => {
    const run = await paused();
    const replies = await Promise.all(['a', 'b', 'a', 'b'].map((optionId) => replyToClarification(store, run.id, { clarificationId: 'c1', optionId })));
    expect(replies.map(({ kind }) => kind).sort()).toEqual(['accepted', 'not_awaited', 'not_awaited', 'not_awaited']);
    const after = (await store.get(run.id)) as Run;
    expect(after).toMatchObject({ status: 'understanding', version: 3, data: { clarification: null } });
    expect(after.data.clarifications).toMatchObject([{ id: 'c1', question: 'Which?' }]);
  });

  it('counts ends by state, and pauses by what led to them and how long they took, once each', async () => {
    const registry = new Registry();
    store = new RunStore(redis, defaultSagaSettings, { now: () => now, onAdvanced: measureRuns(registry) });
    const run = await paused();
    now += 42_000;
    await Promise.all(['a', 'b', 'a'].map((optionId) => replyToClarification(store, run.id, { clarificationId: 'c1', optionId })));
    await Promise.all([cancelRun(store, run.id), cancelRun(store, run.id)]);
    await store.createFinished(newRun({ id: newRunId() }), [{ kind: 'cache', message: 'Known' }]);
    const told = (await registry.metrics()).split('\n').filter((line) => /^querent_(?:runs|clarif)/.test(line) && !line.includes('_bucket'));
    expect(told.sort()).toEqual([
      'querent_clarification_wait_seconds_count{event="replied"} 1',
      'querent_clarification_wait_seconds_sum{event="replied"} 42',
      `querent_clarifications_total{trigger="${pause.trigger}"} 1`,
      'querent_runs_ended_total{state="cancelled"} 1',
      'querent_runs_ended_total{state="succeeded"} 1',
    ]);
  });

  it('refuses an option that was not offered, and goes on waiting', async () => {
    const run = await paused();
    expect((await replyToClarification(store, run.id, { clarificationId: 'c1', optionId: 'z' })).kind).toBe('option_unknown');
    expect((await store.get(run.id))?.status).toBe('awaiting_clarification');
  });

  it('stops the stage of a cancelled run also when the message of it is lost', async () => {
    const run = await submit();
    const deaf = { onCancelled: () => undefined } as unknown as CancellationWatch;
    const ends: string[] = [];
    const long = new StageRunner({
      store, transport, cancellations: deaf, stage: 'intent', job: 'understand', lookMs: 5, onEnd: ({ result }) => void ends.push(result),
      run: (_run, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    });
    const handling = long.handle(jobOf(run));
    await waitFor(async () => (await store.get(run.id))?.status === 'understanding');
    await cancelRun(store, run.id);
    await handling;
    expect(ends).toEqual(['over']);
  });

  it('lets a pause expire', async () => {
    const run = await paused();
    now = Date.parse(pause.expiresAt) - 1_000;
    await sweeper.sweep();
    expect((await store.get(run.id))?.status).toBe('awaiting_clarification');
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(pause.expiresAt) + 1);
    now += 2_000;
    await sweeper.sweep();
    jest.restoreAllMocks();
    expect(await store.get(run.id)).toMatchObject({ status: 'expired', data: { error: { code: 'clarification_expired' } } });
  });

  it('holds no job and no lock while it waits', async () => {
    transport.published = [];
    await paused();
    expect(transport.published).toEqual([]);
    expect(await redis.keys('*lock*')).toEqual([]);
  });

  it('cancels a run that is being worked on: the stage is aborted and its outcome is not taken', async () => {
    const run = await submit();
    let seen: AbortSignal | undefined;
    const work = runner(
      (_run, signal) =>
        new Promise((_, reject) => {
          seen = signal;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    ).handle(jobOf(run));
    await waitFor(() => seen !== undefined);
    expect((await cancelRun(store, run.id))?.status).toBe('cancelled');
    await work;
    expect(seen?.aborted).toBe(true);
    expect((await cancelRun(store, run.id))?.version).toBe(2);
  });

  it('stores large members beside the run and gives them back', async () => {
    const run = await submit();
    const spec = { series: 'x'.repeat(40_000) };
    await runner(async () => ({ ...understood, patch: { chart: { spec } } })).handle(jobOf(run));
    expect((await redis.hget(store.keys.run(run.id), 'data'))?.length).toBeLessThan(5_000);
    expect((await store.get(run.id))?.data.chart).toEqual({ spec });
  });

  it('is born succeeded from the cache, with no job', async () => {
    const created = await store.createFinished(newRun({ id: newRunId() }), [{ kind: 'cache', message: 'Known' }]);
    expect(created).toMatchObject({ kind: 'advanced', outbox: null, run: { status: 'succeeded' } });
    expect(created.kind === 'advanced' && (await store.events(created.run.id)).at(-1)?.event).toBe('end');
  });

  it('cancels a new run that cannot be promised to last, and says so', async () => {
    const unsure = new RunStore(redis, defaultSagaSettings, { durable: async () => Promise.reject(new Error('the disk is away')) });
    const run = await submit();
    await expect(unsure.durable(run)).rejects.toThrow('the disk is away');
    expect((await store.get(run.id))?.status).toBe('cancelled');
    const answered = (await replyToClarification(store, (await paused()).id, { clarificationId: 'c1', optionId: 'a' })) as { run: Run };
    await expect(unsure.durable(answered.run)).rejects.toThrow('the disk is away');
    expect((await store.get(answered.run.id))?.status).toBe('understanding');
  });

  it('lists the runs of a key, newest first, page by page, and no other key’s', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      now += 1;
      ids.unshift((await submit({ id: newRunId(now), conversationId: i % 2 === 0 ? 'even' : null })).id);
    }
    await submit({ id: newRunId(), keyName: 'other' });
    const first = await listRuns(redis, store, { tenant: 'acme', keyName: 'app', limit: 4 });
    const second = await listRuns(redis, store, { tenant: 'acme', keyName: 'app', limit: 4, cursor: first.nextCursor ?? undefined });
    expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(ids);
    expect((await listRuns(redis, store, { tenant: 'acme', keyName: 'app', limit: 9, conversationId: 'even' })).runs).toHaveLength(4);
    await expect(listRuns(redis, store, { tenant: 'acme', limit: 4, cursor: 'nonsense' })).rejects.toThrow(/cursor/);
  });

  it('lists runs each once and in order, however many were made in one millisecond, whatever the size of a page', async () => {
    const made: string[] = [];
    for (const burst of [1, 180, 3, 40]) {
      now += 1;
      const runs = await Promise.all(Array.from({ length: burst }, (_, at) => (at % 9 === 0 ? store.create(newRun({ id: newRunId(now) })) : store.createFinished(newRun({ id: newRunId(now) }), []))));
      made.push(...runs.map((one) => (one.kind === 'advanced' ? one.run.id : '')));
    }
    const newest = [...made].sort().reverse();
    const paged = async (limit: number, status?: 'queued'): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const found = await listRuns(redis, store, { tenant: 'acme', limit, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) });
        ids.push(...found.runs.map(({ id }) => id));
        cursor = found.nextCursor;
      }
      return ids;
    };
    for (const limit of [7, 100]) expect(await paged(limit)).toEqual(newest);
    const states = new Map(await Promise.all(newest.map(async (id) => [id, await store.statusOf(id)] as const)));
    expect(await paged(5, 'queued')).toEqual(newest.filter((id) => states.get(id) === 'queued'));
  });

  it('lists go with the last run in them, whoever reads them', async () => {
    const run = await submit();
    const [ofKey, ofTenant] = store.keys.listsOf(run.id, run.tenant, run.keyName);
    for (const list of [ofKey, ofTenant]) await redis.zadd(list, Date.now() - 2 * defaultSagaSettings.retentionMs, 'of long ago');
    let beside = newRunId();
    while (store.keys.listsOf(beside, run.tenant, run.keyName)[0] !== ofKey) beside = newRunId();
    await submit({ id: beside });
    for (const list of [ofKey, ofTenant]) {
      expect(await redis.zscore(list, 'of long ago')).toBeNull();
      expect(await redis.zscore(list, run.id)).not.toBeNull();
      expect(await redis.pttl(list)).toBeGreaterThan(defaultSagaSettings.retentionMs);
    }
  });

  it('takes no key of one tenant for another tenant whose name holds a colon', async () => {
    const mine = await submit({ id: newRunId(), tenant: 'acme', keyName: 'west' });
    expect((await listRuns(redis, store, { tenant: 'acme', keyName: 'west', limit: 5 })).runs.map(({ id }) => id)).toEqual([mine.id]);
    expect((await listRuns(redis, store, { tenant: 'acme:west', limit: 5 })).runs).toEqual([]);
    const claim = { key: 'k', bodyHash: 'h', runId: 'run1' };
    expect(await claimIdempotencyKey(redis, store.keys, { tenant: 'acme', keyName: 'west:far', ...claim })).toEqual({ kind: 'fresh' });
    expect(await claimIdempotencyKey(redis, store.keys, { tenant: 'acme:west', keyName: 'far', ...claim })).toEqual({ kind: 'fresh' });
  });

  it('goes on in a list behind a run that was asked again', async () => {
    for (const id of [newRunId(), `${newRunId()}_3`]) await submit({ id, keyName: 'again' });
    const first = await listRuns(redis, store, { tenant: 'acme', keyName: 'again', limit: 1 });
    expect((await listRuns(redis, store, { tenant: 'acme', keyName: 'again', limit: 1, cursor: first.nextCursor ?? '' })).runs).toHaveLength(1);
  });

  it('binds an idempotency key to its first run and body', async () => {
    const claim = (runId: string, bodyHash: string) => claimIdempotencyKey(redis, store.keys, { tenant: 'acme', keyName: 'app', key: 'k', bodyHash, runId });
    expect(await claim('run1', 'h')).toEqual({ kind: 'fresh' });
    expect(await claim('run2', 'h')).toEqual({ kind: 'repeat', runId: 'run1' });
    expect(await claim('run3', 'other')).toEqual({ kind: 'mismatch' });
  });

  it('pages through a stored result', async () => {
    const run = await submit();
    const results = new ResultStore(redis, store);
    const rows = Array.from({ length: 450 }, (_, i) => [i, `row ${i}`]);
    const blob = await results.write(run.id, 2, rows);
    await results.write(run.id, 2, rows);
    const ref: NonNullable<RunData['result']> = { blob, columns: [], output: [], rowCount: 450, truncated: false, skipped: [] };
    expect(await results.readPage(run.id, ref, 190, 20)).toEqual(rows.slice(190, 210));
    expect(await results.readPage(run.id, ref, 440, 50)).toEqual(rows.slice(440));
    const all: unknown[] = [];
    for await (const page of results.pages(run.id, ref)) all.push(...page);
    expect(all).toEqual(rows);
  });

  it('wakes whoever watches a run', async () => {
    const run = await submit();
    let woken = 0;
    const unwatch = watch.watch(run.id, () => woken++);
    await runner(async () => understood).handle(jobOf(run));
    await waitFor(() => woken >= 2);
    unwatch();
  });
});
