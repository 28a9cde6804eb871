import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type Redis from 'ioredis';
import { sumOf, type Figure } from './figures';

/**
 * Commands per run by kind, of clients and of scripts. INFO counts both together, and MONITOR names the origin of each,
 * but slows Redis down, so this is measured separately.
 */
export async function callsByOrigin(redis: Redis, runs: number, work: () => Promise<unknown>): Promise<Figure[]> {
  const counts = { clients: new Map<string, number>(), scripts: new Map<string, number>() };
  const stop = await monitored(redis, (name, isInScript) => {
    const counted = counts[isInScript ? 'scripts' : 'clients'];
    counted.set(name, (counted.get(name) ?? 0) + 1);
  });
  await work();
  stop();
  return Object.entries(counts).flatMap(([origin, calls]) => {
    const column = `${origin} (1)`;
    const figures = [...calls].map(([row, count]): Figure => ({ part: 'redis', row, column, value: count / runs }));
    return [...figures, sumOf(figures, 'redis', column)];
  });
}

/** A line of MONITOR: `+<time> [<database> <client or "lua">] "<command>" …` */
const LINE = /^\+[\d.]+ \[\d+ (?<source>\S+)\] "(?<name>[^"]+)"/;

/**
 * Calls `onCommand` for each command that Redis executes. Not by ioredis (6.0), whose `monitor` throws if a command
 * arrives together with its first reply.
 * @returns function that ends it
 */
async function monitored(
  { options: { host, port } }: Redis,
  onCommand: (name: string, isInScript: boolean) => void,
): Promise<() => void> {
  const socket = connect(port ?? 6379, host ?? '127.0.0.1');
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => {
    const { source, name } = LINE.exec(line)?.groups ?? {};
    if (name !== undefined) onCommand(name.toLowerCase(), source === 'lua');
  });
  socket.write('MONITOR\r\n');
  await once(lines, 'line');
  return () => socket.destroy();
}
