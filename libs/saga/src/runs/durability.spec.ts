import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis } from '@querent/testing';
import { DurabilityBarrier, type DurabilityOptions } from './durability';

type Replies = [Error | null, unknown][];

/** Simulates a server with WAITAOF (Debian's Redis 7.0 has none) and replicas: the test decides when each wait ends. */
class ServerThatWaits {
  /** The commands of each barrier. */
  readonly barriers: { asked: string[]; answer: (waits: Replies) => void; fail: (error: Error) => void }[] = [];

  pipeline(): unknown {
    const asked: string[] = [];
    const keys: string[] = [];
    const pipeline = {
      set: (key: string) => (keys.push(key), pipeline),
      wait: (replicas: number) => (asked.push(`WAIT ${replicas}`), pipeline),
      call: (name: string) => (asked.push(name), pipeline),
      exec: () =>
        new Promise<Replies>((resolve, fail) => {
          this.barriers.push({
            asked: [...keys, ...asked],
            answer: (waits) => resolve([...keys.map((): [null, string] => [null, 'OK']), ...waits]),
            fail,
          });
        }),
    };
    return pipeline;
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const barrierOn = (server: ServerThatWaits, options?: DurabilityOptions): DurabilityBarrier =>
  new DurabilityBarrier(server as unknown as RedisClient, options);
const onDisk: Replies = [[null, [1, 0]]];

describe('the durability barrier', () => {
  it('shares the next barrier among all callers that arrive while one is running, and writes a key for each', async () => {
    const server = new ServerThatWaits();
    const barrier = barrierOn(server);
    const passed: string[] = [];
    const pass = (name: string): Promise<void> => barrier.pass(`{${name}}`).then(() => void passed.push(name));
    const first = pass('first');
    await settle();
    const others = ['second', 'third', 'third'].map(pass);
    await settle();
    expect(server.barriers).toHaveLength(1);
    server.barriers[0]?.answer(onDisk);
    await first;
    await settle();
    expect(passed).toEqual(['first']);
    expect(server.barriers.map(({ asked }) => asked)).toEqual([
      ['{first}', 'WAITAOF'],
      ['{second}', '{third}', 'WAITAOF'],
    ]);
    server.barriers[1]?.answer(onDisk);
    await Promise.all(others);
    expect(server.barriers).toHaveLength(2);
  });

  it('fails all callers of a failed barrier, and tries again for the next', async () => {
    const server = new ServerThatWaits();
    const barrier = barrierOn(server);
    const failed = barrier.pass('key');
    await settle();
    server.barriers[0]?.fail(new Error('Connection is closed.'));
    await expect(failed).rejects.toThrow('closed');
    const next = barrier.pass('key');
    await settle();
    server.barriers[1]?.answer(onDisk);
    await expect(next).resolves.toBeUndefined();
  });

  it.each([
    ['the disk does not keep up', {}, [[null, [0, 0]]], 'append-only file'],
    [
      'too few replicas have it',
      { replicas: 2 },
      [
        [null, 1],
        [null, [1, 0]],
      ],
      '1 of 2 replicas',
    ],
    [
      'the server is no master any more',
      { replicas: 1 },
      [
        [new Error("READONLY You can't write against a read only replica."), null],
        [null, [1, 0]],
      ],
      'READONLY',
    ],
  ] as [string, DurabilityOptions, Replies, string][])(
    'promises nothing where %s',
    async (_why, options, waits, message) => {
      const server = new ServerThatWaits();
      const refused = barrierOn(server, options).pass('key');
      await settle();
      server.barriers[0]?.answer(waits);
      await expect(refused).rejects.toThrow(message);
    },
  );

  it('waits for replicas even if the server has no WAITAOF', async () => {
    const server = new ServerThatWaits();
    const barrier = barrierOn(server, { replicas: 1 });
    const pass = async (waits: Replies): Promise<void> => {
      const passed = barrier.pass('key');
      await settle();
      server.barriers.at(-1)?.answer(waits);
      return passed;
    };
    await pass([
      [null, 1],
      [new Error("ERR unknown command 'WAITAOF'"), null],
    ]);
    await pass([[null, 1]]);
    expect(server.barriers.map(({ asked }) => asked)).toEqual([
      ['key', 'WAIT 1', 'WAITAOF'],
      ['key', 'WAIT 1'],
    ]);
  });

  it('passes immediately on a real server without an append-only file', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'worker');
    const barrier = new DurabilityBarrier(redis);
    await barrier.pass('key');
    const asked = jest.spyOn(redis, 'pipeline');
    await barrier.pass('key');
    expect(asked).not.toHaveBeenCalled();
    await expect(new DurabilityBarrier(redis, { replicas: 1, replicasWithinMs: 20 }).pass('key')).rejects.toThrow(
      '0 of 1 replicas',
    );
    redis.disconnect();
    await server.stop();
  });
});
