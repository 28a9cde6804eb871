import { setTimeout as pause } from 'node:timers/promises';
import type { TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { commandCalls } from './command-calls';
import { countersOf, growthOf } from './process-counters';

const MOST_PERCENT = 2;
const MOST_COMMANDS = 60;

/**
 * Prints the cost of an idle stack: percent of a processor by process, and Redis commands per second by name, including
 * those of scripts.
 */
export async function printIdleCost(stack: TestStack, seconds: number): Promise<void> {
  const redis = new Redis(stack.redisUrl);
  const processes = Object.entries(await stack.pids()).map(([name, pids]) => ({ name, pids }));
  const used = () => processes.map(({ name, pids }) => ({ name, counters: countersOf(pids) }));
  const [before, calls] = [used(), await commandCalls(redis)];
  await pause(seconds * 1_000);
  const [after, callsAfter] = [used(), await commandCalls(redis)];
  redis.disconnect();
  console.log(`\nIdle for ${seconds} s`);
  for (const [at, { name, counters }] of after.entries()) {
    const percent = growthOf(before[at]?.counters ?? new Map(), counters).cpuMs / 10 / seconds;
    console.log(`  ${name.padEnd(18)} ${percent.toFixed(2).padStart(6)} % of a processor   (aim: ≤ ${MOST_PERCENT})`);
  }
  const rates = [...callsAfter]
    .map(([command, count]) => ({ command, rate: (count - (calls.get(command) ?? 0)) / seconds }))
    .filter(({ rate }) => rate > 0);
  const sum = rates.reduce((total, { rate }) => total + rate, 0);
  console.log(`  commands a second  ${sum.toFixed(1).padStart(6)}   (aim: ≤ ${MOST_COMMANDS})`);
  for (const { command, rate } of rates.sort((a, b) => b.rate - a.rate))
    console.log(`    ${command.padEnd(18)} ${rate.toFixed(2).padStart(6)}`);
}
