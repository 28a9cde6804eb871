import { parentPort, workerData } from 'node:worker_threads';
import { chartSvg, type DrawingSize } from '@querent/drawing';
import type { FromThread } from './drawing-pool';

const encoder = new TextEncoder();

/**
 * A thread that draws charts: for each option as JSON it posts one reply. A drawing takes some milliseconds of pure
 * computing, which the gateway's event loop could not spare. `workerData` is the size of the drawings. Bundled by
 * itself into dist/apps/gateway/drawing-thread.cjs.
 */
parentPort?.on('message', (option: string) => {
  const reply = replyTo(option);
  parentPort?.postMessage(reply, 'svg' in reply ? [reply.svg.buffer as ArrayBuffer] : []);
});

function replyTo(option: string): FromThread {
  try {
    return { svg: encoder.encode(chartSvg(JSON.parse(option) as Record<string, unknown>, workerData as DrawingSize)) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
