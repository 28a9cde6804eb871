import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis, waitFor } from '@querent/testing';
import { DayTokens, type DayTokensOptions } from './day-tokens';

describe('the tokens of a day', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let now = new Date('2026-11-21T23:59:59Z');
  const warn = jest.fn();
  const processOf = (over: Partial<DayTokensOptions> = {}): DayTokens =>
    new DayTokens(redis, {
      prefix: 'querent',
      perDay: 1_000,
      limitsOf: (tenant) => (tenant === 'none' ? { llmTokensPerDay: 0 } : {}),
      warn,
      now: () => now,
      ...over,
    });

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'command');
    await waitFor(() => redis.status === 'ready');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(() => redis.flushall());

  it('are one counter for all processes, and exceed the limit only by requests that were active', async () => {
    const processes = [processOf(), processOf(), processOf()];
    let made = 0;
    for (let round = 0; round < 40; round += 1) {
      const allowed = await Promise.all(processes.map(async (one) => !(await one.budgetOf('acme').isSpent())));
      allowed.forEach((may, at) => {
        if (!may) return;
        made += 1;
        processes[at]?.budgetOf('acme').spend(90);
      });
      await waitFor(async () => (await processOf().spentBy('acme')) === made * 90);
    }
    expect(made * 90).toBeGreaterThanOrEqual(1_000);
    expect(made * 90).toBeLessThan(1_000 + 3 * 90);
    expect(await processOf().spentBy('other')).toBe(0);
  });

  it('restart at midnight UTC, and expire two days later', async () => {
    const tokens = processOf();
    tokens.budgetOf('acme').spend(1_000);
    await waitFor(() => tokens.budgetOf('acme').isSpent());
    const [key = ''] = await redis.keys('*');
    expect(key).toBe('querent:{tokens:acme}:2026-11-21');
    expect(await redis.ttl(key)).toBeGreaterThan(172_000);
    now = new Date('2026-11-22T00:00:00Z');
    expect(await tokens.budgetOf('acme').isSpent()).toBe(false);
  });

  it('are unlimited without a limit, and none are allowed if the file sets 0', async () => {
    expect([
      processOf({ perDay: 0 }).limitOf('acme'),
      processOf({ perDay: 0 }).limitOf('none'),
      processOf().limitOf('acme'),
    ]).toEqual([null, 0, 1_000]);
    expect(await processOf({ perDay: 0 }).budgetOf('none').isSpent()).toBe(true);
  });

  it('of a tenant with a hostile name are counted separately', async () => {
    const tokens = processOf();
    tokens.budgetOf('a}:2026-11-22').spend(5);
    await waitFor(async () => (await tokens.spentBy('a}:2026-11-22')) === 5);
    expect(await tokens.spentBy('a')).toBe(0);
  });

  it('block no request while they cannot be read, and log a warning', async () => {
    const away = createRedis('redis://127.0.0.1:1', 'command');
    const tokens = new DayTokens(away, { prefix: 'querent', perDay: 1, limitsOf: () => ({}), warn });
    expect(await tokens.budgetOf('acme').isSpent()).toBe(false);
    tokens.budgetOf('acme').spend(5);
    await waitFor(() => warn.mock.calls.length === 2);
    away.disconnect();
  });
});
