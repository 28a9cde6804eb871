import { setTimeout as pause } from 'node:timers/promises';
import type Redis from 'ioredis';
import { commandCalls } from '../idle/command-calls';
import { countersOf, growthOf, numberIn, type Counters, type ProcessCounters } from '../idle/process-counters';
import { differenceOf, type Figure, type Span } from './figures';
import type { WarmProduct } from './warm-product';

/** Work that ends after the answer, such as releases of locks, belongs to its run. */
const SETTLE_MS = 200;

export const columns = { cpu: 'CPU ms', calls: 'r/w calls', switches: 'switches', commands: 'all' } as const;
export const rows = { bytesIn: 'bytes received', bytesOut: 'bytes sent', kept: 'bytes kept' } as const;

/** Reads the counters of the product's processes and of Redis. */
export class Meter {
  private constructor(
    private readonly pids: Readonly<Record<string, number[]>>,
    private readonly redis: Redis,
  ) {}

  static async of({ own, redis }: WarmProduct): Promise<Meter> {
    const services = await own.stack.pids();
    return new Meter({ ...services, Redis: [own.redis.pid], PostgreSQL: [own.database.pid] }, redis);
  }

  /** The counters' growth while `work` runs. */
  async spanOf<T>(work: () => Promise<T>): Promise<{ span: Span; result: T }> {
    const began = performance.now();
    const [processes, commands] = [this.processes(), await this.redisCounters()];
    const result = await work();
    await pause(SETTLE_MS);
    const counters = [
      ...this.processes().flatMap(({ name, counters }, at) =>
        processFigures(name, growthOf(processes[at]?.counters ?? new Map(), counters)),
      ),
      ...differenceOf(commands, await this.redisCounters()),
    ];
    return { result, span: { ms: performance.now() - began, counters } };
  }

  private processes(): { name: string; counters: Counters }[] {
    return Object.entries(this.pids).map(([name, pids]) => ({ name, counters: countersOf(pids) }));
  }

  private async redisCounters(): Promise<Figure[]> {
    const stats = await this.redis.info('stats');
    const calls = await commandCalls(this.redis);
    // Our own command.
    calls.delete('info');
    const figure = (row: string, value: number): Figure => ({ part: 'redis', row, column: columns.commands, value });
    return [
      ...[...calls].map(([command, count]) => figure(command, count)),
      figure(rows.bytesIn, numberIn(stats, 'total_net_input_bytes')),
      figure(rows.bytesOut, numberIn(stats, 'total_net_output_bytes')),
    ];
  }
}

const processFigures = (row: string, { cpuMs, readWriteCalls, switches }: ProcessCounters): Figure[] => [
  { part: 'cpu', row, column: columns.cpu, value: cpuMs },
  { part: 'cpu', row, column: columns.calls, value: readWriteCalls },
  { part: 'cpu', row, column: columns.switches, value: switches },
];

/** Processor time in a span, ms: of all processes, or of those of one name. */
export const cpuOf = ({ counters }: Span, name?: string): number =>
  counters
    .filter(({ part, row, column }) => part === 'cpu' && column === columns.cpu && row === (name ?? row))
    .reduce((sum, { value }) => sum + value, 0);
