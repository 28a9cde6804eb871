import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { createRedis } from './create-redis';
import { isRedisAway, isRedisRefusal } from './redis-away';
import type { RedisClient } from './redis-client';

describe('what Redis refuses', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it.each<[string, (of: RedisClient) => Promise<unknown>]>([
    ['a command', (of) => of.set('key', 'value')],
    ['a script', (of) => of.eval("return redis.call('SET', KEYS[1], 'value')", 1, 'key')],
    ['a transaction', (of) => of.multi().set('key', 'value').set('key', 'other').exec()],
  ])('while it is full is distinguished from invalid commands: %s', async (_what, write) => {
    await redis.config('SET', 'maxmemory', 1);
    const error: unknown = await write(redis).catch((refusal: unknown) => refusal);
    await redis.config('SET', 'maxmemory', 0);
    expect([isRedisRefusal(error), isRedisAway(error)]).toEqual([true, true]);
  });

  it.each([
    [
      "ERR Error running script (call to f_1): @user_script:3: @user_script: 3: -OOM command not allowed when used memory > 'maxmemory'.",
      true,
    ],
    ['MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.', true],
    ["READONLY You can't write against a read only replica.", true],
    ['CLUSTERDOWN Hash slot not served', true],
    ['WRONGPASS invalid username-password pair or user is disabled.', true],
    ['NOAUTH Authentication required.', true],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', false],
    ['NOPERM this user has no permissions to run the command', false],
    ['connect ECONNREFUSED 127.0.0.1:5432', false],
    ['the question is: LOADING times by month', false],
  ])('%s: %s', (message, refused) => expect(isRedisRefusal(new Error(message))).toBe(refused));
});
