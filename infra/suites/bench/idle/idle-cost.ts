import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { commandCalls } from './command-calls';

const MOST_PERCENT = 2;
const MOST_COMMANDS = 60;
/** Clock ticks per second of `/proc/<pid>/stat`, as on every current Linux. */
const TICKS = 100;

/**
 * Prints the cost of an idle stack: percent of a processor by process, and Redis commands per second by name, including
 * those of scripts.
 */
export async function printIdleCost(stack: TestStack, seconds: number): Promise<void> {
  const redis = new Redis(stack.redisUrl);
  const processes = Object.entries(await stack.pids()).map(([name, own]) => ({
    name,
    pids: own.flatMap((pid) => [pid, ...descendants(pid)]),
  }));
  const used = () => processes.map(({ pids }) => pids.reduce((sum, pid) => sum + ticksOf(pid), 0));
  const [ticks, calls] = [used(), await commandCalls(redis)];
  await pause(seconds * 1_000);
  const [ticksAfter, callsAfter] = [used(), await commandCalls(redis)];
  redis.disconnect();
  console.log(`\nIdle for ${seconds} s`);
  for (const [at, { name }] of processes.entries()) {
    const percent = (100 * ((ticksAfter[at] ?? 0) - (ticks[at] ?? 0))) / TICKS / seconds;
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

/** Servers are child processes of their keepers. */
function descendants(pid: number): number[] {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
