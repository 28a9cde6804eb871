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

  it('belongs to the first of a hundred concurrent requests, using commands of Redis 6.2', async () => {
    const sent = jest.spyOn(redis, 'sendCommand');
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, n) => claimIdempotencyKey(redis, keys, { ...request, runId: `q${n}` })),
    );
    expect(claims.map(({ kind }) => kind)).toEqual(['fresh', ...Array(99).fill('repeat')]);
    expect(new Set(claims.flatMap((claim) => (claim.kind === 'repeat' ? [claim.runId] : [])))).toEqual(new Set(['q0']));
    // SET accepts NX together with GET from 7.0.
    const options = sent.mock.calls.map(([command]) => command.args.map(String));
    expect(options.filter((args) => args.includes('NX') && args.includes('GET'))).toEqual([]);
    expect(await claimIdempotencyKey(redis, keys, { ...request, bodyHash: 'another' })).toEqual({ kind: 'mismatch' });
    expect(await redis.pttl(keys.idempotency('acme', 'app', 'k'))).toBeGreaterThan(23 * 3_600_000);
  });

  it('is free again once its holder, and only its holder, has released it', async () => {
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

  it('is not claimed if Redis refuses', async () => {
    const key = keys.idempotency('acme', 'app', 'list');
    await redis.lpush(key, 'x');
    await expect(claimIdempotencyKey(redis, keys, { ...request, key: 'list' })).rejects.toThrow(/WRONGTYPE/);
  });
});
