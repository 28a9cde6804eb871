import type { Catalog } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import { openCleanup } from './open-cleanup';

describe('openCleanup', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('queues no further passes while a store hangs, continues when it answers, and stops with the service', async () => {
    let answer = (_erasures: object): void => undefined;
    const hgetall = jest.fn(() => new Promise<object>((resolve) => (answer = resolve)));
    const redis = { hgetall, defineCommand: () => undefined } as unknown as RedisClient;
    const close = jest.fn(async () => answer({}));
    const log = { info: () => undefined, warn: () => undefined };
    const stop = openCleanup({
      catalog: {} as Catalog,
      redis,
      caches: redis,
      prefix: 'test',
      indexes: null,
      erasers: [{ erase: async () => 0, close }],
      log,
    });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hgetall).toHaveBeenCalledTimes(1);
    answer({});
    await jest.advanceTimersByTimeAsync(4_999);
    expect(hgetall).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hgetall).toHaveBeenCalledTimes(2);
    await stop();
    expect(close).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hgetall).toHaveBeenCalledTimes(2);
  });
});
