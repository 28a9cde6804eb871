import { RedisKeys } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { claimIdempotencyKey, releaseIdempotencyKey } from './idempotency';

describe('an Idempotency-Key', () => {
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
  const keys = new RedisKeys('querent');
  const request = { tenant: 'acme', keyName: 'app', key: 'k', bodyHash: 'h', runId: 'q1' };

  it('is the first one’s of a hundred at once, by commands that Redis 6.2 knows', async () => {
    const sent = jest.spyOn(redis, 'sendCommand');
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, n) => claimIdempotencyKey(redis, keys, { ...request, runId: `q${n}` })),
    );
    expect(claims.map(({ kind }) => kind)).toEqual(['fresh', ...Array(99).fill('repeat')]);
    expect(new Set(claims.flatMap((claim) => (claim.kind === 'repeat' ? [claim.runId] : [])))).toEqual(new Set(['q0']));
    // SET takes NX beside GET from 7.0 on.
    const options = sent.mock.calls.map(([command]) => command.args.map(String));
    expect(options.filter((args) => args.includes('NX') && args.includes('GET'))).toEqual([]);
    expect(await claimIdempotencyKey(redis, keys, { ...request, bodyHash: 'another' })).toEqual({ kind: 'mismatch' });
    expect(await redis.pttl(keys.idempotency('acme', 'app', 'k'))).toBeGreaterThan(23 * 3_600_000);
  });

  it('is free again once it is released, by whoever holds it alone', async () => {
    const [mine, another] = [
      { ...request, key: 'free' },
      { ...request, key: 'free', runId: 'q2' },
    ];
    await claimIdempotencyKey(redis, keys, mine);
    await releaseIdempotencyKey(redis, keys, another);
    expect(await claimIdempotencyKey(redis, keys, another)).toEqual({ kind: 'repeat', runId: 'q1' });
    await releaseIdempotencyKey(redis, keys, mine);
    expect(await claimIdempotencyKey(redis, keys, another)).toEqual({ kind: 'fresh' });
  });

  it('is nobody’s where Redis refuses', async () => {
    const key = keys.idempotency('acme', 'app', 'list');
    await redis.lpush(key, 'x');
    await expect(claimIdempotencyKey(redis, keys, { ...request, key: 'list' })).rejects.toThrow(/WRONGTYPE/);
  });
});
