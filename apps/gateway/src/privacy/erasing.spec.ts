import { defaultSagaSettings, RunStore } from '@querent/saga';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { Erasing } from './erasing';

describe('erasing in the background', () => {
  let server: ThrowAwayServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  it('continues with other tenants if the data of one cannot be erased, and logs it', async () => {
    const store = new RunStore(redis, defaultSagaSettings);
    const [logger, record] = [{ info: jest.fn(), warn: jest.fn() }, jest.fn(async () => undefined)];
    const erasing = new Erasing({
      redis,
      caches: redis,
      store,
      queues: [],
      logger,
      audit: { trail: { record } },
    } as unknown as ConstructorParameters<typeof Erasing>[0]);
    const pending = async (): Promise<Record<string, string[]>> =>
      Object.fromEntries((await erasing.erasures.open()).map((open) => [open.tenant, open.pending]));
    for (const tenant of ['alpha', 'beta']) await erasing.erasures.request(tenant, 'admin', Date.now() - 60_000);
    const [list = ''] = store.keys.allLists('alpha');
    await redis.set(list, 'no list');
    await erasing.goOn();
    expect(await pending()).toEqual({ alpha: ['data', 'vectors'], beta: ['vectors'] });
    expect(logger.warn).toHaveBeenCalledWith(expect.objectContaining({ tenant: 'alpha' }), expect.any(String));
    await redis.del(list);
    await erasing.goOn();
    expect(await pending()).toEqual({ alpha: ['vectors'], beta: ['vectors'] });
    expect(record).toHaveBeenCalledTimes(2);
  });
});
