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
  it('is reached by one address, delivers messages published on any node, and is unavailable as a whole', async () => {
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
    // PUBLISH has no key: the node that receives it forwards the message to all others.
    await worker.publish('news', 'heard');
    expect(await heard).toBe('heard');
    const registry = new Registry();
    measureClockOffset(worker, registry, () => Date.now() - 3_600_000);
    expect(await registry.metrics()).toMatch(/^querent_redis_clock_offset_seconds 3(?:599|600)/m);
    // It is `ready` even if a server hangs; the queues may be on that server or on another.
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
  it('keeps its address when its master is killed, and the replica answers waiting commands', async () => {
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
    // It reconnects once a sentinel has announced the new master, which takes long under load.
    await waitFor(async () => (await former.get('counter')) === '1', { timeoutMs: 40_000 });
    await fleet.stop();
    expect([...fleet.pids.filter(isAlive), existsSync(fleet.dir)]).toEqual([false]);
  }, 60_000);
});

describe('over TLS, with a private CA and client certificates', () => {
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
    'a server and a cluster accept connections as a %s',
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
    ['a client that trusts another CA', () => ({ ...tls, ca: undefined }), /certificate/],
    ['a client without a certificate', () => ({ ca: tls.ca }), /certificate required|closed|ECONNRESET/],
  ])('%s is rejected with an error', async (_, wrong, expected) => {
    const errors: string[] = [];
    const redis = createRedis(single(), 'command', { tls: wrong(), onError: ({ message }) => errors.push(message) });
    opened.push(redis);
    await waitFor(() => errors.some((message) => expected.test(message)));
    expect(redis.status).not.toBe('ready');
  });

  it('a client without TLS is rejected', async () => {
    const redis = createRedis(single().replace('rediss', 'redis'), 'command');
    opened.push(redis);
    await expect(waitForRedis(redis, 500)).rejects.toThrow(/did not answer/);
  });
});
