import { existsSync } from 'node:fs';
import { Registry } from 'prom-client';
import { startRedisCluster, startRedisSentinel, waitFor, type RedisFleet } from '@querent/testing';
import { measureClockOffset } from './clock-offset';
import { createRedis, waitForRedis, type RedisRole } from './create-redis';
import { hashSlot } from './hash-slot';
import { awayFor, serverOf, type RedisClient } from './redis-client';
import { redisTlsOf, type RedisTls } from './redis-env';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const opened: RedisClient[] = [];
const connect = async (url: string, role: RedisRole): Promise<RedisClient> => {
  const redis = createRedis(url, role);
  opened.push(redis);
  await waitForRedis(redis, 10_000);
  return redis;
};
afterEach(() => opened.splice(0).forEach((redis) => redis.disconnect()));

describe('a cluster', () => {
  it('is spoken to by one address, tells a subscriber of what is published anywhere, and goes as a whole', async () => {
    const cluster = await startRedisCluster();
    const [worker, subscriber] = [await connect(cluster.url, 'worker'), await connect(cluster.url, 'subscriber')];
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(new Set(keys.map((key) => Math.floor(hashSlot(key) / 5_462))).size).toBe(3);
    await Promise.all(keys.map((key) => worker.set(key, key)));
    expect(await Promise.all(keys.map((key) => worker.get(key)))).toEqual(keys);
    const heard = new Promise((resolve) =>
      subscriber.on('message', (_channel: string, message: string) => resolve(message)),
    );
    await subscriber.subscribe('news');
    // PUBLISH has no key: whichever node takes it, every other tells it too.
    await worker.publish('news', 'heard');
    expect(await heard).toBe('heard');
    const registry = new Registry();
    measureClockOffset(worker, registry, () => Date.now() - 3_600_000);
    expect(await registry.metrics()).toMatch(/^querent_redis_clock_offset_seconds 3(?:599|600)/m);
    // It is `ready` with a server that hangs; the queues may be on that one, or on another.
    const [here, elsewhere] = ['a', 'b'].map((key) => awayFor(worker, key, 100)) as [() => boolean, () => boolean];
    const pid =
      cluster.pids[cluster.ports.findIndex((port) => serverOf(worker, hashSlot('a')).endsWith(`:${port}`))] ?? 0;
    expect([serverOf(worker, hashSlot('b')) === serverOf(worker, hashSlot('a')), here()]).toEqual([false, false]);
    process.kill(pid, 'SIGSTOP');
    elsewhere();
    await worker.get('b');
    expect(elsewhere()).toBe(false);
    await waitFor(here);
    expect(worker.status).toBe('ready');
    process.kill(pid, 'SIGCONT');
    await waitFor(() => !here());
    await cluster.stop();
    expect([...cluster.pids.filter(isAlive), existsSync(cluster.dir)]).toEqual([false]);
  });
});

describe('a Redis behind sentinels', () => {
  it('keeps its address when its master is killed: whoever waits for it is answered by the replica', async () => {
    const fleet = await startRedisSentinel();
    const worker = await connect(fleet.url, 'worker');
    await worker.set('key', 'kept');
    await worker.wait(1, 2_000);
    await fleet.killNode(0);
    const waiting = worker.incr('counter');
    expect(await waiting).toBe(1);
    expect(await worker.get('key')).toBe('kept');
    await fleet.startNode(0);
    const former = createRedis(`redis://127.0.0.1:${fleet.ports[0]}`, 'worker');
    opened.push(former);
    // It follows once a sentinel has told it whom: under load that takes long.
    await waitFor(async () => (await former.get('counter')) === '1', { timeoutMs: 40_000 });
    await fleet.stop();
    expect([...fleet.pids.filter(isAlive), existsSync(fleet.dir)]).toEqual([false]);
  }, 60_000);
});

describe('over TLS, with an authority of their own and certificates of clients', () => {
  let cluster: RedisFleet;
  let tls: RedisTls;
  beforeAll(async () => {
    cluster = await startRedisCluster({ tls: true });
    const { ca, cert, key } = cluster.tls ?? {};
    tls = redisTlsOf({ REDIS_TLS_CA: ca, REDIS_TLS_CERT: cert, REDIS_TLS_KEY: key });
  });
  afterAll(() => cluster?.stop());

  const single = (): string => `rediss://127.0.0.1:${cluster.ports[0]}`;

  it.each(['worker', 'command', 'subscriber'] as const)(
    'a server and a cluster are spoken to, as a %s',
    async (role) => {
      for (const url of [single(), cluster.url]) {
        const redis = createRedis(url, role as 'worker', { tls });
        opened.push(redis);
        await waitForRedis(redis, 10_000);
        expect(await redis.ping()).toBe('PONG');
      }
    },
  );

  it('keys of every server are found', async () => {
    const redis = createRedis(cluster.url, 'worker', { tls });
    opened.push(redis);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(keys.map((key) => redis.set(key, key)));
    expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys);
  });

  it.each([
    ['whoever trusts another authority', () => ({ ...tls, ca: undefined }), /certificate/],
    ['whoever shows no certificate', () => ({ ca: tls.ca }), /certificate required|closed|ECONNRESET/],
  ])('%s is turned away, and told so', async (_, wrong, told) => {
    const errors: string[] = [];
    const redis = createRedis(single(), 'command', { tls: wrong(), onError: ({ message }) => errors.push(message) });
    opened.push(redis);
    await waitFor(() => errors.some((message) => told.test(message)));
    expect(redis.status).not.toBe('ready');
  });

  it('who speaks without TLS gets nothing', async () => {
    const redis = createRedis(single().replace('rediss', 'redis'), 'command');
    opened.push(redis);
    await expect(waitForRedis(redis, 500)).rejects.toThrow(/did not answer/);
  });
});
