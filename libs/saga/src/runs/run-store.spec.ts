import { emptyRunData, type Run, type RunData } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { cancelRun } from '../stages/cancellation';
import { replyToClarification } from '../clarification-reply';
import { jobOf, SagaUnderTest, understood } from '../fixture/saga-under-test';
import type { Outbox } from './outbox';
import { ResultStore } from '../results/result-store';
import { decodeRun } from './run-codec';
import { newRunId } from './run-store';

describe('the record of a run', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('stores large members beside the run and reads them back', async () => {
    const run = await saga.submit();
    const spec = { series: 'x'.repeat(40_000) };
    await saga.runner(async () => ({ ...understood, patch: { chart: { spec } } })).handle(jobOf(run));
    expect(JSON.stringify(await saga.redis.hgetall(saga.store.keys.run(run.id))).length).toBeLessThan(2_000);
    expect((await saga.store.get(run.id))?.data.chart).toEqual({ spec });
  });

  it('is reported as corrupt if the stored text is invalid, but not if Redis fails', async () => {
    const hash = { tenant: 'acme', version: '1', p1: '{"chart":{"$blob":"data.chart.1"}}' };
    const read = (blob: () => Promise<string | null>): Promise<string> =>
      decodeRun('q1', hash, { blob, hash: async () => ({}) }).then(
        () => 'read',
        ({ name, message }: Error) => `${name}: ${message.slice(0, 30)}`,
      );
    expect(await read(() => Promise.reject(new Error('Connection is closed.')))).toBe('Error: Connection is closed.');
    for (const text of ['{', null]) expect(await read(async () => text)).toMatch(/^CorruptRunError/);
  });

  it('has each change as a part that is written once, with only the members that have changed', async () => {
    const run = await saga.submit();
    await saga.runner(async () => understood).handle(jobOf(run));
    const { p1, p2 } = await saga.redis.hgetall(saga.keys.run(run.id));
    expect([p1, p2]).toEqual([undefined, JSON.stringify(understood.patch)]);
  });

  it('has one part after its last change, which keeps its blobs and the members of a newer version', async () => {
    const run = await saga.submit();
    const spec = { series: 'x'.repeat(40_000) };
    await saga.redis.hset(saga.keys.run(run.id), 'p1', '{"mood":{"of":"tomorrow"}}');
    await saga.runner(async () => ({ ...understood, patch: { chart: { spec } } })).handle(jobOf(run));
    const written = await saga.redis.keys('*:blob:*');
    await cancelRun(saga.store, run.id);
    const hash = await saga.redis.hgetall(saga.keys.run(run.id));
    expect(Object.keys(hash).filter((name) => /^(p\d+|data)$/.test(name))).toEqual(['p3']);
    expect(JSON.parse(hash['p3'] ?? '')).toMatchObject({ mood: { of: 'tomorrow' }, chart: { $blob: 'data.chart.2' } });
    expect((await saga.store.get(run.id))?.data.chart).toEqual({ spec });
    expect(await saga.redis.keys('*:blob:*')).toEqual(written);
  });

  it('compresses a long part, and reads a record and events of a version before 0.2.0, also after a change', async () => {
    const run = await saga.submit();
    const title = 'orders by month '.repeat(400);
    const { request, ...written } = await saga.redis.hgetall(saga.keys.run(run.id));
    await saga.redis.del(saga.keys.run(run.id), saga.keys.events(run.id));
    const data = JSON.stringify({ ...emptyRunData(), cacheKey: 'k' });
    await saga.redis.hset(saga.keys.run(run.id), { ...written, request: String(request), data, format: '1' });
    await saga.redis.xadd(saga.keys.earlierEvents(run.id), '1-0', 'kind', 'status', 'data', '{"status":"queued"}');
    expect((await saga.store.events(run.id)).map(({ seq, event }) => `${seq} ${event}`)).toEqual(['1 status']);
    await saga.runner(async () => ({ ...understood, patch: { chart: { spec: { title } } } })).handle(jobOf(run));
    expect((await saga.store.get(run.id))?.data).toMatchObject({ cacheKey: 'k', chart: { spec: { title } } });
    expect((await saga.redis.hget(saga.keys.run(run.id), 'p2'))?.length).toBeLessThan(500);
    const seqs = async (after?: number): Promise<number[]> =>
      (await saga.store.events(run.id, after)).map(({ seq }) => seq);
    expect([await seqs(), await seqs(1), await seqs(3)]).toEqual([[1, 2, 3, 4], [2, 3, 4], [4]]);
  });

  it('numbers a new attempt to publish its job once, and none if it has advanced or expired', async () => {
    const run = await saga.submit();
    const of = (runId: string): Outbox => ({ job: 'understand', payload: { ...jobOf(run), runId } });
    const [outbox, other] = [of(run.id), of(newRunId())];
    expect(
      await Promise.all([
        saga.store.nextAttempt(outbox, 1),
        saga.store.nextAttempt(outbox, 1),
        saga.store.nextAttempt(other, 1),
      ]),
    ).toEqual([2, null, null]);
    expect(await saga.store.nextAttempt(outbox, 2)).toBe(3);
    await saga.runner(async () => understood).handle(jobOf(run));
    expect(await saga.store.nextAttempt(outbox, 1)).toBeNull();
    expect(await saga.redis.exists(saga.keys.run(other.payload.runId))).toBe(0);
  });

  it('is created as succeeded from the cache, with no job', async () => {
    const created = await saga.store.createFinished(newRun({ id: newRunId() }), [{ kind: 'cache', message: 'Known' }]);
    expect(created).toMatchObject({ kind: 'advanced', outbox: null, run: { status: 'succeeded' } });
    expect(created.kind === 'advanced' && (await saga.store.events(created.run.id)).at(-1)?.event).toBe('end');
  });

  it('is cancelled with an error if it is new and its durability is not confirmed', async () => {
    const unsure = saga.storeWith({ durable: async () => Promise.reject(new Error('the disk is away')) });
    const run = await saga.submit();
    const takenBack = jest.fn(async () => undefined);
    await expect(unsure.acceptDurably(run, takenBack)).rejects.toThrow('the disk is away');
    expect(takenBack).toHaveBeenCalledTimes(1);
    expect((await saga.store.get(run.id))?.status).toBe('cancelled');
    const answered = (await replyToClarification(saga.store, (await saga.paused()).id, {
      clarificationId: 'c1',
      optionId: 'a',
    })) as { run: Run };
    await expect(unsure.acceptDurably(answered.run, takenBack)).rejects.toThrow('the disk is away');
    // A run that has advanced meanwhile is not cancelled either.
    const other = await saga.submit({ id: newRunId() });
    await saga.runner(async () => understood).handle(jobOf(other));
    await expect(unsure.acceptDurably(other, takenBack)).rejects.toThrow('the disk is away');
    expect(takenBack).toHaveBeenCalledTimes(1);
    expect((await saga.store.get(answered.run.id))?.status).toBe('understanding');
  });

  it('accepts texts beside a run, unless it has expired or ended without an answer while its stage was abandoned', async () => {
    const [under, over, other] = [(await saga.submit()).id, (await saga.submit({ id: newRunId() })).id, newRunId()];
    await cancelRun(saga.store, over);
    for (const id of [under, over, other]) await saga.store.writeBlob(id, 'chart.svg', '<svg/>');
    expect(await Promise.all([under, over, other].map((id) => saga.store.readBlob(id, 'chart.svg')))).toEqual([
      '<svg/>',
      null,
      null,
    ]);
  });

  it('pages through a stored result', async () => {
    const run = await saga.submit();
    const results = new ResultStore(saga.redis, saga.store);
    const rows = Array.from({ length: 450 }, (_, i) => [i, `row ${i}`]);
    const blob = await results.write(run.id, run.version, rows);
    await results.write(run.id, run.version, rows);
    const ref: NonNullable<RunData['result']> = {
      blob,
      columns: [],
      output: [],
      rowCount: 450,
      truncated: false,
      skipped: [],
    };
    expect(await results.readPage(run.id, ref, 190, 20)).toEqual(rows.slice(190, 210));
    expect(await results.readPage(run.id, ref, 440, 50)).toEqual(rows.slice(440));
    const all: unknown[] = [];
    for await (const page of results.pages(run.id, ref)) all.push(...page);
    expect(all).toEqual(rows);
  });
});
