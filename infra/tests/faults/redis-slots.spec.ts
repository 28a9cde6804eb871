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

  /** Ready: what waits for a connection is sent twice. */
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
    // What has no key goes to any server of a cluster: only what each can answer may be asked so.
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
 * SCAN is asked of every server (`scanKeys`); PUBLISH reaches all; WAITAOF goes with keys of its slot; the rest is
 * about the connection.
 */
const KEYLESS = ['scan', 'publish', 'multi', 'exec', 'waitaof', 'info', 'client', 'ping'];
