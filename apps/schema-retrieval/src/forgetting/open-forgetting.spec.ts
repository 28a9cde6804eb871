import type { Catalog } from '@querent/catalog';
import type { RedisClient } from '@querent/platform';
import { openForgetting } from './open-forgetting';

describe('looking for what is to be forgotten', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is not queued behind a store that hangs, goes on when it answers, and ends with the service', async () => {
    let answer = (_erasures: object): void => undefined;
    const hgetall = jest.fn(() => new Promise<object>((resolve) => (answer = resolve)));
    const redis = { hgetall, defineCommand: () => undefined } as unknown as RedisClient;
    const close = jest.fn(async () => answer({}));
    const log = { info: () => undefined, warn: () => undefined };
    const stop = openForgetting({
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
