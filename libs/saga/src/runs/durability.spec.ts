import { createRedis, waitForRedis, type RedisClient } from '@querent/platform';
import { startRedis, waitFor, type RedisProgram, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { DurabilityBarrier, type DurabilityOptions } from './durability';

/** Calls of a command so far, from INFO commandstats. */
async function callsOf(server: Redis, command: string): Promise<number> {
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await server.info('commandstats'))?.[1] ?? 0);
}

const open: { servers: ThrowAwayServer[]; clients: RedisClient[] } = { servers: [], clients: [] };
const start = async (options: Parameters<typeof startRedis>[0]): Promise<ThrowAwayServer> => {
  const server = await startRedis(options);
  open.servers.push(server);
  return server;
};
const barrierAt = async (url: string, options?: DurabilityOptions): Promise<DurabilityBarrier> => {
  const redis = createRedis(url, 'command');
  open.clients.push(redis);
  await waitForRedis(redis, 5_000);
  return new DurabilityBarrier(redis, options);
};
/** Starts a replica of a server, and waits until the server counts it. */
const follow = async (server: ThrowAwayServer, program: RedisProgram): Promise<void> => {
  await start({ program, settings: { replicaof: `127.0.0.1 ${server.port}` } });
  const redis = new Redis(server.url);
  open.clients.push(redis);
  await waitFor(async () => /^slave0:.*state=online/m.test(await redis.info('replication')));
};
const quickSync = { 'repl-diskless-sync-delay': 0 };
afterAll(async () => {
  for (const client of open.clients) client.disconnect();
  await Promise.all(open.servers.map((server) => server.stop()));
});

describe('the durability barrier on Valkey', () => {
  let server: ThrowAwayServer;
  let admin: Redis;
  beforeAll(async () => {
    server = await start({ program: 'valkey', aof: true, settings: { appendfsync: 'always', ...quickSync } });
    admin = new Redis(server.url);
    open.clients.push(admin);
  });
  it('shares the next barrier among all callers that arrive while one is running, and writes a key for each', async () => {
    const barrier = await barrierAt(server.url);
    const before = await callsOf(admin, 'waitaof');
    const passed: string[] = [];
    const pass = (name: string): Promise<unknown> => barrier.pass(`{${name}}`).then(() => passed.push(name));
    // While writes are held back, the first barrier cannot end.
    await admin.call('CLIENT', 'PAUSE', '60000', 'WRITE');
    const passing = [pass('first')];
    await new Promise((resume) => setImmediate(resume));
    passing.push(...['second', 'third', 'third'].map(pass));
    await admin.call('CLIENT', 'UNPAUSE');
    await Promise.all(passing);
    expect(passed).toEqual(['first', 'second', 'third', 'third']);
    expect((await callsOf(admin, 'waitaof')) - before).toBe(2);
    expect(await admin.mget('{first}', '{second}', '{third}')).toEqual(['1', '1', '1']);
  });

  it('fails all callers of a barrier that too few replicas confirm, and tries again for the next', async () => {
    const barrier = await barrierAt(server.url, { replicas: 1, replicasWithinMs: 300 });
    const failed = await Promise.allSettled([barrier.pass('first'), barrier.pass('second')]);
    expect(failed.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
      'NOTDURABLE 0 of 1 replicas have the write',
      'NOTDURABLE 0 of 1 replicas have the write',
    ]);
    await follow(server, 'valkey');
    await waitFor(() => barrier.pass('third').then(() => true));
  });

  it('promises nothing if the disk does not keep up', async () => {
    // With this policy the server leaves the fsync to the kernel, and WAITAOF waits in vain.
    const { url } = await start({ program: 'valkey', aof: true, settings: { appendfsync: 'no' } });
    await expect((await barrierAt(url)).pass('key')).rejects.toThrow('append-only file');
  });

  it('promises nothing if the server has become a replica', async () => {
    const { url, port } = await start({ program: 'valkey', aof: true });
    const barrier = await barrierAt(url, { replicas: 1 });
    const owner = new Redis(port);
    open.clients.push(owner);
    await owner.replicaof('127.0.0.1', server.port);
    await expect(barrier.pass('key')).rejects.toThrow('READONLY');
  });
});

describe('the durability barrier on Redis 7.0, which has no WAITAOF', () => {
  it('waits for replicas nevertheless', async () => {
    const server = await start({ aof: true, settings: quickSync });
    await follow(server, 'redis');
    const admin = new Redis(server.url);
    open.clients.push(admin);
    const barrier = await barrierAt(server.url, { replicas: 1 });
    const counts = async (): Promise<number[]> => [
      await callsOf(admin, 'wait'),
      Number(/errorstat_ERR:count=(\d+)/.exec(await admin.info('errorstats'))?.[1] ?? 0),
    ];
    // The first barrier that passes has sent WAITAOF, an unknown command.
    await waitFor(() => barrier.pass('key').then(() => true));
    const [waits = 0, errors] = await counts();
    await barrier.pass('key');
    expect(await counts()).toEqual([waits + 1, errors]);
  });

  it('passes immediately if the server has no append-only file either', async () => {
    const server = await start({});
    const redis = createRedis(server.url, 'worker');
    open.clients.push(redis);
    const barrier = new DurabilityBarrier(redis);
    await barrier.pass('key');
    const asked = jest.spyOn(redis, 'pipeline');
    await barrier.pass('key');
    expect(asked).not.toHaveBeenCalled();
    await expect(new DurabilityBarrier(redis, { replicas: 1, replicasWithinMs: 20 }).pass('key')).rejects.toThrow(
      '0 of 1 replicas',
    );
  });
});
