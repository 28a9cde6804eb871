import { setTimeout as pause } from 'node:timers/promises';
import { Crowd } from '../../load/suite/crowd';
import { workers } from '../../load/suite/loaded-stack';
import { openPrivateStack } from '../../load/suite/private-stack';
import type { SuiteWorld } from '../../worlds/suite-world';
import { median, quantile } from '../statistics';
import { latenciesOf } from '../timing';
import type { Figure } from './figures';
import { plainQuestions, settings, TENANT } from './warm-product';

/** Questions of which each figure is the 95th percentile: at this number, the slowest but one. */
const TIMES = 20;
/** Time without questions, ms: longer than the time after which pools close idle connections. */
const IDLE_MS = 60_000;
const IDLE_TIMES = 7;
const WARM = { runs: 100 };

/**
 * Latency of the first question after each service was replaced (stopped by SIGTERM, started, and ready), and after
 * each minute without questions. As in production, readiness waits for the warm-up.
 */
export async function coldQuestions(world: SuiteWorld, env: Record<string, string>): Promise<Figure[]> {
  const own = await openPrivateStack({ world, tenants: [TENANT], env: { ...settings, ...env } });
  const { stack } = own;
  const crowd = new Crowd(stack.url, world.straight, 16);
  const ask = plainQuestions(crowd, world);
  /** Latency of the next question that the planner answers. */
  const first = async (): Promise<number> => (await latenciesOf({ runs: 1 }, ask))[0] ?? Number.NaN;
  try {
    await latenciesOf(WARM, ask);
    const warm = await latenciesOf(WARM, ask);
    const figures = rowsOf('warm', warm, warm);
    for (const service of ['gateway', ...workers] as const) {
      const latencies: number[] = [];
      for (let n = 0; n < TIMES; n++) {
        await stack.stopService(service);
        await stack.startService(service);
        await stack.ready();
        latencies.push(await first());
      }
      figures.push(...rowsOf(`${service} replaced`, latencies, warm));
    }
    const idle: number[] = [];
    for (let n = 0; n < IDLE_TIMES; n++) {
      await pause(IDLE_MS);
      idle.push(await first());
    }
    return [...figures, ...rowsOf(`after ${IDLE_MS / 1_000} idle seconds`, idle, warm)];
  } finally {
    crowd.close();
    await own.close();
  }
}

function rowsOf(row: string, latencies: readonly number[], warm: readonly number[]): Figure[] {
  return [
    { part: 'cold', row, column: 'p50 ms', value: median(latencies) },
    { part: 'cold', row, column: 'p95 ms', value: quantile(latencies, 0.95) },
    { part: 'cold', row, column: 'p95 ÷ warm p50', value: quantile(latencies, 0.95) / median(warm) },
  ];
}
