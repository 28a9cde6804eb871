import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

const MOST_PERCENT = 2;
const MOST_COMMANDS = 60;
/** Clock ticks of `/proc/<pid>/stat` a second, as on every Linux of today. */
const TICKS = 100;

/**
 * What a stack costs while nothing is asked of it: percent of a processor by process, and commands a second by name, those of scripts among them.
 *
 * @param {{ pids: Record<string, number[]>, redisUrl: string }} stack
 * @param {number} seconds
 */
export async function printIdle({ pids, redisUrl }, seconds) {
  const redis = new Redis(redisUrl);
  const processes = Object.fromEntries(Object.entries(pids).map(([name, own]) => [name, own.flatMap((pid) => [pid, ...descendants(pid)])]));
  const used = () => Object.fromEntries(Object.entries(processes).map(([name, own]) => [name, own.reduce((sum, pid) => sum + ticksOf(pid), 0)]));
  const [ticks, calls] = [used(), await callsOf(redis)];
  await pause(seconds * 1_000);
  const [ticksAfter, callsAfter] = [used(), await callsOf(redis)];
  redis.disconnect();
  console.log(`\nIdle for ${seconds} s`);
  for (const [name, after] of Object.entries(ticksAfter)) {
    console.log(`  ${name.padEnd(18)} ${((100 * (after - ticks[name])) / TICKS / seconds).toFixed(2).padStart(6)} % of a processor   (aim: ≤ ${MOST_PERCENT})`);
  }
  const rates = [...callsAfter].map(([command, count]) => [command, (count - (calls.get(command) ?? 0)) / seconds]).filter(([, rate]) => rate > 0);
  const sum = rates.reduce((total, [, rate]) => total + rate, 0);
  console.log(`  commands a second  ${sum.toFixed(1).padStart(6)}   (aim: ≤ ${MOST_COMMANDS})`);
  for (const [command, rate] of rates.sort(([, a], [, b]) => b - a)) console.log(`    ${command.padEnd(18)} ${rate.toFixed(2).padStart(6)}`);
}

async function callsOf(redis) {
  const lines = (await redis.info('commandstats')).matchAll(/cmdstat_([^:]+):calls=(\d+)/g);
  return new Map(Array.from(lines, ([, command, count]) => [command, Number(count)]));
}

/** Servers are children of their keepers. */
function descendants(pid) {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim().split('\n').map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
