import { startStack, type TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { Kept } from './kept';

/** Webhooks to this machine, which the default settings refuse. */
const webhooks = { QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' };

const kept = new Kept(
  () => startStack({ env: webhooks }),
  (stack) => stack.stop(),
);

/**
 * The built product over the demo's data with default settings, and with webhooks. Specs of one group share it, because
 * starting it takes longer than most of them. They must read only their own runs. Habits of earlier specs are deleted.
 */
export async function plainStack(): Promise<TestStack> {
  const stack = await kept.open();
  const redis = new Redis(stack.redisUrl);
  for (const key of await redis.keys('*habits*')) await redis.del(key);
  redis.disconnect();
  return stack;
}

/** Each spec calls this at its end. */
export const leavePlainStack = (): Promise<void> => kept.leave();

/** The group calls this to keep the stack until its last spec has ended. */
export const keepPlainStack = (): void => kept.keep();
