import { createRedis } from '@querent/platform';
import { startRedis } from '@querent/testing';
import { DurabilityBarrier } from './durability';

/** Stands in for a server with WAITAOF (Debian's Redis 7.0 has none): each wait ends when the test says so. */
class ServerThatWaits {
  readonly waits: { resolve: () => void; reject: (error: Error) => void }[] = [];
  set = jest.fn(async () => 'OK' as const);
  call = jest.fn(() => new Promise<unknown>((resolve, reject) => this.waits.push({ resolve: () => resolve([1, 0]), reject })));
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const barrierOn = (server: ServerThatWaits): DurabilityBarrier => new DurabilityBarrier(server as never, 'barrier');

describe('the durability barrier', () => {
  it('lets all who come while one barrier is under way share the next', async () => {
    const server = new ServerThatWaits();
    const barrier = barrierOn(server);
    const passed: string[] = [];
    const pass = (name: string): Promise<void> => barrier.pass().then(() => void passed.push(name));
    const first = pass('first');
    await settle();
    const others = ['second', 'third', 'fourth'].map(pass);
    await settle();
    expect(server.call).toHaveBeenCalledTimes(1);
    server.waits[0]?.resolve();
    await first;
    await settle();
    expect(passed).toEqual(['first']);
    expect(server.call).toHaveBeenCalledTimes(2);
    server.waits[1]?.resolve();
    await Promise.all(others);
    expect(server.call).toHaveBeenCalledTimes(2);
  });

  it('fails those who share a barrier that fails, and tries again for the next', async () => {
    const server = new ServerThatWaits();
    const barrier = barrierOn(server);
    const failed = barrier.pass();
    await settle();
    server.waits[0]?.reject(new Error('Connection is closed.'));
    await expect(failed).rejects.toThrow('closed');
    const next = barrier.pass();
    await settle();
    server.waits[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });

  it('passes at once on a real server that has no append-only file to wait for', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'worker');
    const barrier = new DurabilityBarrier(redis, 'barrier');
    await barrier.pass();
    const asked = jest.spyOn(redis, 'call');
    await barrier.pass();
    expect(asked).not.toHaveBeenCalled();
    redis.disconnect();
    await server.stop();
  });
});
