import { createRedis, QueueKeys, queueSlots, type RedisClient } from '@querent/platform';
import { startRedis, waitFor } from '@querent/testing';
import { Queue } from 'bullmq';
import { WatchedWorker } from '../watched-worker';
import { BackPressure } from './back-pressure';

const NEVER_MS = 3_600_000;

describe.each(queueSlots)('a stage with back-pressure, hash slots of queues: %s', (slots) => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let keys: QueueKeys;
  let tests = 0;
  let newcomers = 1;
  let begun: string[] = [];
  const opened: { close(): Promise<unknown> }[] = [];

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(() => {
    [keys, newcomers, begun] = [new QueueKeys(`t${tests++}`, slots), 1, []];
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const queueOf = (name: string): Queue => {
    const queue = new Queue(name, { connection: redis, prefix: keys.prefixOf(name), skipVersionCheck: true });
    opened.push(queue);
    return queue;
  };
  const add = async (name: string, ids: string[], turn: number): Promise<void> => {
    for (const id of ids) await queueOf(name).add('job', {}, { jobId: id, priority: turn });
  };
  const pressure = (over: Partial<ConstructorParameters<typeof BackPressure>[0]> = {}): BackPressure =>
    new BackPressure({
      redis,
      keys,
      queue: 'intent',
      jobs: ['retrieve', 'present'],
      perJob: 2,
      newcomers: async () => newcomers,
      trickleMs: NEVER_MS,
      ...over,
    });
  /** A consumer of the first queue whose jobs end immediately; each is recorded. */
  const consume = ({
    concurrency = 1,
    ...over
  }: { concurrency?: number } & Parameters<typeof pressure>[0] = {}): void => {
    const gate = pressure(over);
    opened.push(
      new WatchedWorker(
        'intent',
        async ({ id }) => void begun.push(id ?? ''),
        { connection: redis, prefix: keys.prefixOf('intent'), concurrency, skipVersionCheck: true },
        () => gate.mayBegin(),
      ),
    );
  };

  it.each([1, 8])(
    'starts no job while too many wait downstream, and all once there is room: concurrency %i',
    async (concurrency) => {
      let [checks, held] = [0, 0];
      await add('chart', ['x', 'y', 'z'], 7);
      consume({
        concurrency,
        newcomers: async () => ((checks += 1), newcomers),
        onHeld: (seconds) => void (held += seconds),
      });
      await add('intent', ['a', 'b', 'c'], 9);
      await waitFor(() => checks > 5);
      expect(begun).toEqual([]);
      expect(held).toBeGreaterThan(0);
      await queueOf('chart').remove('z');
      await waitFor(() => begun.length === 3);
    },
  );

  it('limits waiting jobs in proportion to active downstream jobs', async () => {
    await add('chart', ['r', 's', 't', 'u', 'v', 'w'], 7);
    const chart = new WatchedWorker(
      'chart',
      () => new Promise<void>((resolve) => opened.push({ close: async () => resolve() })),
      { connection: redis, prefix: keys.prefixOf('chart'), concurrency: 2, skipVersionCheck: true },
    );
    await waitFor(() => chart.underWay === 2);
    opened.push({ close: () => chart.close(true) });
    await add('intent', ['a'], 9);
    expect(await pressure({ perJob: 2 }).mayBegin()).toBe(true);
    expect(await pressure({ perJob: 1 }).mayBegin()).toBe(false);
  });

  it('starts a new tenant’s job even if many jobs wait in both queues', async () => {
    await add('chart', ['x', 'y', 'z'], 7);
    await add('intent', ['crowd'], 90);
    await add('intent', ['newcomer'], 40);
    newcomers = 40;
    consume();
    await waitFor(() => begun.length > 0);
    expect([begun, await pressure().mayBegin()]).toEqual([['newcomer'], false]);
  });

  it('starts the jobs of a dead worker first and immediately, because they wait without a turn', async () => {
    await add('chart', ['x', 'y', 'z'], 7);
    await add('intent', ['crowd'], 90);
    await queueOf('intent').add('job', {}, { jobId: 'recovered' });
    consume();
    await waitFor(() => begun.length > 0);
    expect([begun, await pressure().mayBegin()]).toEqual([['recovered'], false]);
  });

  it('ignores its own queue and queues that are not configured', async () => {
    await add('executor-slow', ['x', 'y', 'z'], 7);
    await add('intent', ['a', 'b', 'c', 'd'], 9);
    expect(await pressure().mayBegin()).toBe(true);
  });

  it('starts a job now and then if downstream jobs are not processed', async () => {
    await add('chart', ['x', 'y', 'z'], 7);
    await add('intent', ['a', 'b', 'c'], 9);
    consume({ trickleMs: 20 });
    await waitFor(() => begun.length === 3);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('starts that job no later if new tenants arrive meanwhile', async () => {
    await add('chart', ['x', 'y', 'z'], 7);
    await add('intent', ['crowd'], 90);
    newcomers = 40;
    const gate = pressure({ trickleMs: 1 });
    expect(await gate.mayBegin()).toBe(false);
    await add('intent', ['newcomer'], 40);
    expect(await gate.mayBegin()).toBe(true);
    await queueOf('intent').remove('newcomer');
    expect(await gate.mayBegin()).toBe(true);
  });

  it('holds nothing back if Redis does not answer', async () => {
    await add('chart', ['x', 'y', 'z'], 7);
    await add('intent', ['a'], 9);
    expect(await pressure({ newcomers: () => Promise.reject(new Error('READONLY')) }).mayBegin()).toBe(true);
  });
});
