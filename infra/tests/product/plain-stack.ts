import { startStack, type TestStack } from '@querent/testing';
import Redis from 'ioredis';

let shared: Promise<TestStack> | undefined;
let isKept = false;

/**
 * The built product over the demo's data, without settings of a spec's own. Specs of one group share it: starting it
 * takes longer than most of them. They ask about their own runs only; the habits that the ones before have left are
 * forgotten.
 */
export async function plainStack(): Promise<TestStack> {
  const stack = await (shared ??= startStack());
  const redis = new Redis(stack.redisUrl);
  for (const key of await redis.keys('*habits*')) await redis.del(key);
  redis.disconnect();
  return stack;
}

/** To be called by each spec at its end. */
export async function leavePlainStack(): Promise<void> {
  if (!isKept) await stopPlainStack();
}

/** Of the group that shares it: keeps the stack until the last spec has ended. */
export function keepPlainStack(): void {
  isKept = true;
  afterAll(stopPlainStack, 60_000);
}

async function stopPlainStack(): Promise<void> {
  const stack = await shared;
  shared = undefined;
  await stack?.stop();
}
