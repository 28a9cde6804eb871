import type { Registry } from 'prom-client';
import type { GatewayEnv } from '../gateway-env';
import { ChartDrawings } from './chart-drawings';
import { threadFile } from '../thread-file';
import { DrawingPool } from './drawing-pool';

/** With one thread, the last of 64 ordinary drawings waits some 0.7 s. */
const QUEUE = 64;
/** Measured: a drawing takes some 10 ms, one of 2,000 points 0.3 to 0.5 s, and the first one of a thread 0.3 s more. */
const LIMIT_MS = 5_000;
const IDLE_MS = 60_000;

/** The drawings of a gateway. No thread is started yet. */
export function openDrawings(
  { DRAWING_THREADS }: Pick<GatewayEnv, 'DRAWING_THREADS'>,
  registry: Registry,
): ChartDrawings {
  const pool = new DrawingPool({
    file: () => threadFile('drawing-thread'),
    threads: DRAWING_THREADS,
    queue: QUEUE,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
  });
  return new ChartDrawings(pool, registry);
}
