import { startStack, type TestStack } from '@querent/testing';
import Redis from 'ioredis';

let shared: Promise<TestStack> | undefined;
let isKept = false;

/** Webhooks to this machine, which the default settings refuse. */
const webhooks = { QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' };

/**
 * The built product over the demo's data with default settings, and with webhooks. Specs of one group share it, because
 * starting it takes longer than most of them. They must read only their own runs. Habits of earlier specs are deleted.
 */
export async function plainStack(): Promise<TestStack> {
  const stack = await (shared ??= startStack({ env: webhooks }));
  const redis = new Redis(stack.redisUrl);
  for (const key of await redis.keys('*habits*')) await redis.del(key);
  redis.disconnect();
  return stack;
}

/** Each spec calls this at its end. */
export async function leavePlainStack(): Promise<void> {
  if (!isKept) await stopPlainStack();
}

/** The group calls this to keep the stack until its last spec has ended. */
export function keepPlainStack(): void {
  isKept = true;
  afterAll(stopPlainStack, 60_000);
}

async function stopPlainStack(): Promise<void> {
  const stack = await shared;
  shared = undefined;
  await stack?.stop();
}
