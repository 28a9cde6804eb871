import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import { createRedis, waitForRedis, type RedisRole } from './create-redis';

describe('a single server that falls silent', () => {
  let server: ThrowAwayServer;
  let network: Network;
  const opened: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
    network = await openNetwork(server.port);
  });
  afterEach(() => opened.splice(0).forEach((redis) => redis.disconnect()));
  afterAll(async () => {
    network?.close();
    await server?.stop();
  });

  const join = async (
    role: RedisRole,
    silenceMs: number,
    url = network.url,
  ): Promise<{ redis: Redis; ends: string[] }> => {
    const redis = createRedis(url, role, { silenceMs }) as Redis;
    const ends: string[] = [];
    opened.push(redis);
    redis.on('error', ({ message }: Error) => ends.push(message));
    await waitForRedis(redis, 5_000);
    return { redis, ends };
  };

  it('is given up by workers, commands and subscribers and reached again, but not by an idle connection', async () => {
    const [blocking, worker, command, subscriber, idle] = await Promise.all([
      join('worker', 1_000),
      join('worker', 1_000),
      join('command', 1_000),
      join('subscriber', 1_000),
      join('command', 100),
    ]);
    await subscriber.redis.subscribe('news');
    const heard: string[] = [];
    subscriber.redis.on('message', (_channel: string, message: string) => heard.push(message));
    const job = blocking.redis.bzpopmin('queue', 10);
    network.swallow();
    const direct = await join('worker', 5_000, server.url);
    await direct.redis.zadd('queue', 1, 'job');
    // Sent again on the next connection, or refused immediately: never left waiting.
    expect(await worker.redis.set('key', 'value')).toBe('OK');
    await waitFor(async () => (await command.redis.get('key')) === 'value');
    expect(await job).toEqual(['queue', 'job', '1']);
    await waitFor(async () => (await direct.redis.publish('news', 'heard')) > 0 && heard.length > 0);
    expect([blocking, worker, command, subscriber].map(({ ends }) => ends)).toEqual(
      Array(4).fill([expect.stringMatching(/^Socket timeout/)]),
    );
    expect(idle).toMatchObject({ ends: [], redis: { status: 'ready' } });
  });

  it('does not end the next connection if the last one ended for another reason', async () => {
    const { redis } = await join('worker', 1_500);
    const direct = await join('worker', 5_000, server.url);
    const duplicate = redis.duplicate();
    opened.push(duplicate);
    let ends = 0;
    duplicate.on('close', () => (ends += 1));
    const id = await duplicate.client('ID');
    const waits = [duplicate.bzpopmin('none', 0.6)];
    await waitFor(async () => direct.redis.client('KILL', 'ID', id));
    for (let wait = 0; wait < 3; wait += 1) waits.push(duplicate.bzpopmin('none', 0.6));
    expect(await Promise.all(waits)).toEqual(Array(4).fill(null));
    expect(ends).toBe(1);
  });
});

interface Network {
  url: string;
  /** Keeps current connections open but drops all their bytes; later connections are not affected. */
  swallow(): void;
  close(): void;
}

async function openNetwork(target: number): Promise<Network> {
  const pairs: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    pairs.push([client, upstream]);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow: () => pairs.flat().forEach((socket) => socket.unpipe().resume()),
    close: () => {
      pairs.flat().forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
