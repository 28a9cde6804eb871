import type { Registry } from 'prom-client';
import type { GatewayEnv } from '../gateway-env';
import { ChartDrawings } from './chart-drawings';
import { drawingFile } from './drawing-file';
import { DrawingPool } from './drawing-pool';

/** With one thread, the last of them waits about as long as a client waits for a page: some 0.5 s. */
const QUEUE = 64;
/** A drawing takes 5 to 50 ms, and the first one of a thread some 300 ms more. */
const LIMIT_MS = 5_000;
const IDLE_MS = 60_000;

/** The drawings of a gateway. No thread is started yet. */
export function openDrawings(
  { DRAWING_THREADS }: Pick<GatewayEnv, 'DRAWING_THREADS'>,
  registry: Registry,
): ChartDrawings {
  const pool = new DrawingPool({
    file: drawingFile,
    threads: DRAWING_THREADS,
    queue: QUEUE,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
  });
  return new ChartDrawings(pool, registry);
}
