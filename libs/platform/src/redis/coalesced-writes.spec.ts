import { Socket } from 'node:net';
import { startRedis, startRedisCluster, type ThrowAwayServer } from '@querent/testing';
import { createRedis, waitForRedis } from './create-redis';

/** Counts the system calls of all sockets: Node sends a chunk by `_write`, several by `_writev`. */
function countSends(): { chunk: jest.SpyInstance; chunks: jest.SpyInstance } {
  return { chunk: jest.spyOn(Socket.prototype, '_write'), chunks: jest.spyOn(Socket.prototype, '_writev' as '_write') };
}

describe('the commands of one turn of the event loop', () => {
  let server: ThrowAwayServer;
  beforeAll(async () => void (server = await startRedis()));
  afterAll(() => server.stop());
  afterEach(() => jest.restoreAllMocks());

  it('are sent together, in order, and answered and refused one by one', async () => {
    const redis = createRedis(server.url, 'worker');
    await waitForRedis(redis, 5_000);
    const sends = countSends();
    const replies = Promise.allSettled([
      redis.set('a', 1),
      redis.lpush('a', 'x'),
      Promise.resolve().then(() => redis.incr('a')),
      redis.eval('return redis.call("GET", KEYS[1])', 1, 'a'),
    ]);
    const [set, pushed, incremented, read] = await replies;
    expect([sends.chunk.mock.calls.length, sends.chunks.mock.calls.length]).toEqual([0, 1]);
    expect([set, incremented, read]).toEqual([
      { status: 'fulfilled', value: 'OK' },
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: '1' },
    ]);
    expect(pushed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('WRONGTYPE') } });
    redis.disconnect();
  });

  it('are sent together to each server of a cluster', async () => {
    const cluster = await startRedisCluster();
    const redis = createRedis(cluster.url, 'worker');
    await waitForRedis(redis, 10_000);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', '{a}1', '{b}1', '{c}1'];
    await Promise.all(keys.map((key) => redis.set(key, key)));
    const sends = countSends();
    expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys);
    expect(sends.chunk.mock.calls.length + sends.chunks.mock.calls.length).toBe(3);
    redis.disconnect();
    await cluster.stop();
  });

  it('are sent together after the connection was lost', async () => {
    const redis = createRedis(server.url, 'worker');
    await waitForRedis(redis, 5_000);
    const killer = createRedis(server.url, 'worker');
    const again = new Promise((resolve) => redis.once('close', () => redis.once('ready', resolve)));
    await killer.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await again;
    const sends = countSends();
    await Promise.all([redis.incr('n'), redis.incr('n'), redis.incr('n')]);
    expect([sends.chunk.mock.calls.length, sends.chunks.mock.calls.length]).toEqual([0, 1]);
    [redis, killer].forEach((client) => client.disconnect());
  });
});
