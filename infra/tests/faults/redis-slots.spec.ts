import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { watchSlots } from './redis-slots';
import { uses } from './redis-uses';

describe('hash slots of Redis keys', () => {
  let server: ThrowAwayServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** Connected before it is watched, because ioredis sends commands twice that wait for a connection. */
  const watched = async () => {
    const client = redis.duplicate();
    await client.ping();
    return { client, watch: watchSlots(client) };
  };

  it.each(Object.entries(uses))('keys that are used together are in one slot: %s', async (family, use) => {
    const { client, watch } = await watched();
    await use(client);
    client.disconnect();
    expect(watch.mistakes).toEqual([]);
    expect([...watch.families]).toContain(family);
    // A cluster client sends a command without keys to any server, so every server must be able to answer it.
    expect([...watch.keyless].filter((name) => !KEYLESS.includes(name))).toEqual([]);
  });

  it('keys of one command in several slots are detected', async () => {
    const { client, watch } = await watched();
    await client.pipeline().set('a', 1).set('b', 1).exec();
    await client.multi().set('{a}1', 1).set('{a}2', 1).exec();
    await client.del('a', 'b');
    client.disconnect();
    expect(watch.mistakes).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});

/**
 * Commands without keys that are safe on a cluster. `scanKeys` sends SCAN to every server. PUBLISH reaches all servers.
 * WAITAOF is sent together with keys of its slot. The others concern only the connection.
 */
const KEYLESS = ['scan', 'publish', 'multi', 'exec', 'waitaof', 'info', 'client', 'ping'];
