import { setTimeout as pause } from 'node:timers/promises';
import type Redis from 'ioredis';
import { commandCalls } from '../idle/command-calls';
import { countersOf, numberIn } from '../idle/process-counters';
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
    const [began, before] = [performance.now(), await this.counters()];
    const result = await work();
    await pause(SETTLE_MS);
    const counters = differenceOf(before, await this.counters());
    return { result, span: { ms: performance.now() - began, counters } };
  }

  private async counters(): Promise<Figure[]> {
    const stats = await this.redis.info('stats');
    const calls = await commandCalls(this.redis);
    // Our own command.
    calls.delete('info');
    const redis = (row: string, value: number): Figure => ({ part: 'redis', row, column: columns.commands, value });
    return [
      ...Object.entries(this.pids).flatMap(([row, pids]) => processCounters(row, pids)),
      ...[...calls].map(([command, count]) => redis(command, count)),
      redis(rows.bytesIn, numberIn(stats, 'total_net_input_bytes')),
      redis(rows.bytesOut, numberIn(stats, 'total_net_output_bytes')),
    ];
  }
}

function processCounters(row: string, pids: readonly number[]): Figure[] {
  const { cpuMs, readWriteCalls, switches } = countersOf(pids);
  return [
    { part: 'cpu', row, column: columns.cpu, value: cpuMs },
    { part: 'cpu', row, column: columns.calls, value: readWriteCalls },
    { part: 'cpu', row, column: columns.switches, value: switches },
  ];
}
