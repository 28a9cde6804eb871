import type { ResultRef, Row } from '@querent/contracts';
import { newRun as testRun, startRedis } from '@querent/testing';
import Redis from 'ioredis';
import {
  LENDING_MS,
  newRunId,
  ResultUnavailableError,
  ResultStore,
  ResultSupersededError,
  RunStore,
  defaultSagaSettings,
  type SagaSettings,
} from '..';

const settings: SagaSettings = { ...defaultSagaSettings, retentionMs: 100_000, clarificationTtlMs: 60_000 };
const numbered = (count: number, width = 0, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => [from + n, 'x'.repeat(width)]);
const refOf = (blob: string, rowCount: number): ResultRef => ({
  blob,
  rowCount,
  columns: [],
  output: [],
  truncated: false,
  skipped: [],
});

describe('the rows of a result', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  let store: RunStore;
  let results: ResultStore;
  let runs = 0;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    store = new RunStore(redis, settings);
    results = new ResultStore(redis, store);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** The parts of a run that a result needs. */
  const newRun = async (): Promise<string> => {
    const id = `run${(runs += 1)}`;
    await redis.hset(store.keys.run(id), 'version', 1);
    return id;
  };
  const keyOf = (id: string, blob: string): string => store.keys.blob(id, blob);
  const draftOf = (id: string): string => store.keys.blob(id, 'rows.1.draft');
  const all = async (id: string, ref: ResultRef): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const page of results.pages(id, ref)) rows.push(...page);
    return rows;
  };

  it.each([
    ['no row', [0], 0],
    ['one row', [1], 3],
    ['exactly a page', [1000], 3],
    ['batches that fit no page', [50, 500, 500, 37, 1, 1200, 3], 10],
    ['one append of many pages', [4321], 10],
    ['rows so long that a page holds few', [50, 60], 40_000],
    ['rows longer than a page', [3, 2], 400_000],
  ])('come back as they were appended, from any row on: %s', async (_, batches, width) => {
    const id = await newRun();
    const writer = results.open(id, 1);
    const rows: Row[] = [];
    for (const size of batches) {
      const batch = numbered(size, width, rows.length);
      rows.push(...batch);
      await writer.append(batch);
    }
    const ref = refOf(await writer.close(), rows.length);
    expect(await all(id, ref)).toEqual(rows);
    for (const offset of [0, 1, 49, 999, 1000, 1001, rows.length - 1, rows.length].filter((at) => at >= 0)) {
      for (const limit of [1, 7, 1500])
        expect(await results.readPage(id, ref, offset, limit)).toEqual(rows.slice(offset, offset + limit));
    }
  });

  it('are stored in pages of about 256 kB of JSON', async () => {
    const id = await newRun();
    const blob = await results.write(id, 1, numbered(2_000, 1_000));
    expect(await redis.hlen(keyOf(id, blob))).toBeGreaterThan(8);
  });

  it('are compressed', async () => {
    const id = await newRun();
    const blob = await results.write(id, 1, numbered(10_000, 100));
    expect(await redis.memory('USAGE', keyOf(id, blob))).toBeLessThan(200_000);
  });

  it('expire from the first page on, so that a killed writer leaves nothing behind', async () => {
    const id = await newRun();
    const writer = results.open(id, 1);
    await writer.append(numbered(2_500));
    await writer.append(numbered(1_000));
    const left = await redis.pttl(draftOf(id));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(160_000);
  });

  it('are one key in the slot of their run, whose lifetime is extended as a unit', async () => {
    const id = await newRun();
    const blob = await results.write(id, 1, numbered(5_000));
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([store.keys.blob(id, blob)]);
    await store.prolong({ id, tenant: 'acme' }, [blob]);
    expect(await redis.pttl(keyOf(id, blob))).toBeGreaterThan(LENDING_MS);
  });

  it('are restarted by a repeated attempt, and the superseded attempt fails', async () => {
    const id = await newRun();
    const first = results.open(id, 1);
    await first.append(numbered(3_000, 0, 100_000));
    const second = results.open(id, 1);
    await second.append(numbered(1_500));
    await expect(
      (async () => {
        await first.append(numbered(5_000, 0, 200_000));
        await first.close();
      })(),
    ).rejects.toThrow(ResultSupersededError);
    await first.discard();
    await second.append(numbered(700, 0, 1_500));
    expect(await all(id, refOf(await second.close(), 2_200))).toEqual(numbered(2_200));
  });

  it('stay complete while a job that was delivered twice writes them again, and after it fails', async () => {
    const id = await newRun();
    const ref = refOf(await results.write(id, 1, numbered(2_500)), 2_500);
    const again = results.open(id, 1);
    await again.append(numbered(2_400, 0, 50_000));
    expect(await all(id, ref)).toEqual(numbered(2_500));
    await again.discard();
    expect(await all(id, ref)).toEqual(numbered(2_500));
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([keyOf(id, ref.blob)]);
  });

  it('stay the ones that the run refers to when a second delivery of its job ends later with other rows', async () => {
    const id = await newRun();
    const ref = refOf(await results.write(id, 1, numbered(2_500)), 2_500);
    const late = await results.write(id, 1, numbered(2_400, 0, 50_000));
    expect(await all(id, ref)).toEqual(numbered(2_500));
    expect(await all(id, refOf(late, 2_400))).toEqual(numbered(2_400, 0, 50_000));
  });

  it('are dropped unless their run refers to them', async () => {
    const id = newRunId();
    await store.create(testRun({ id }));
    const [mine, others] = [await results.write(id, 1, numbered(3)), await results.write(id, 1, numbered(2_500))];
    await redis.hset(store.keys.run(id), 'p1', JSON.stringify({ result: refOf(mine, 3) }));
    for (const blob of [mine, others]) await results.drop(id, blob);
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([keyOf(id, mine)]);
    expect(await all(id, refOf(mine, 3))).toEqual(numbered(3));
  });

  it('of a version that stored a list of pages are unavailable', async () => {
    const id = await newRun();
    await redis.rpush(keyOf(id, 'rows.1'), '[[1]]');
    await expect(results.readPage(id, refOf('rows.1', 1), 0, 1)).rejects.toThrow(ResultUnavailableError);
  });

  it('leave nothing when they are discarded', async () => {
    const id = await newRun();
    const writer = results.open(id, 1);
    await writer.append(numbered(5_000));
    await writer.discard();
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([]);
    const unused = results.open(id, 1);
    await unused.discard();
    await expect(writer.close()).rejects.toThrow(ResultSupersededError);
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([]);
  });

  it.each<[string, (run: string) => Promise<unknown>]>([
    ['has moved on', (run) => redis.hset(run, 'version', 2)],
    ['has expired', (run) => redis.del(run)],
  ])('are not kept of a run that %s: its stage was left alone', async (_, moveOn) => {
    const id = await newRun();
    const [begun, late] = [results.open(id, 1), results.open(id, 1)];
    await begun.append(numbered(3_000));
    await moveOn(store.keys.run(id));
    for (const writer of [late, begun]) {
      await writer.append(numbered(1));
      await expect(writer.close()).rejects.toThrow(ResultSupersededError);
      await writer.discard();
    }
    expect(await redis.keys(`*:${id}:blob:*`)).toEqual([]);
  });

  it('are not readable before they are closed', async () => {
    const id = await newRun();
    const writer = results.open(id, 1);
    await writer.append(numbered(3_000));
    await expect(results.readPage(id, refOf('rows.1', 3_000), 0, 10)).rejects.toThrow(ResultUnavailableError);
  });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ['a page is missing', (key) => redis.hdel(key, '3')],
    ['a page is damaged', (key) => redis.hset(key, '3', 'not zlib')],
    [
      'a page is cut short',
      async (key) => redis.hset(key, '3', ((await redis.hgetBuffer(key, '3')) as Buffer).subarray(0, -3)),
    ],
    ['a page is another', async (key) => redis.hset(key, '3', (await redis.hgetBuffer(key, '4')) as Buffer)],
    ['the key has expired', (key) => redis.del(key)],
  ])('are never half a result: %s', async (_, harm) => {
    const id = await newRun();
    const ref = refOf(await results.write(id, 1, numbered(4_500)), 4_500);
    const reading = results.pages(id, ref);
    await reading.next();
    await harm(keyOf(id, ref.blob));
    await expect(
      (async () => {
        while (!(await reading.next()).done);
      })(),
    ).rejects.toThrow(ResultUnavailableError);
    await expect(results.readPage(id, ref, 3_500, 10)).rejects.toThrow(ResultUnavailableError);
  });

  it('are refused if their number differs from the run’s', async () => {
    const id = await newRun();
    const blob = await results.write(id, 1, numbered(10));
    await expect(results.readPage(id, refOf(blob, 11), 0, 5)).rejects.toThrow(ResultUnavailableError);
    await redis.hset(keyOf(id, blob), 'index', '{');
    await expect(results.readPage(id, refOf(blob, 10), 0, 5)).rejects.toThrow(ResultUnavailableError);
  });

  it('hold a writer back while Redis takes a page', async () => {
    const id = await newRun();
    const writer = results.open(id, 1);
    await writer.append(numbered(1_000));
    let taken = false;
    const other = new Redis(server.url);
    await other.call('CLIENT', 'PAUSE', '200', 'WRITE');
    const appended = writer.append(numbered(3_000)).then(() => (taken = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(false);
    await other.call('CLIENT', 'UNPAUSE');
    await appended;
    other.disconnect();
    await writer.close();
  });
});
