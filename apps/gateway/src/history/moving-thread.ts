import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { History, HistoryMoving } from '@querent/history';
import { redisConnections, waitForRedis } from '@querent/platform';
import { RunStore } from '@querent/saga';
import type { FromMovingThread, MovingThreadData, ToMovingThread } from './moving-in-thread';

// The thread that moves runs and audit entries to the history: bundled into dist/apps/gateway/moving-thread.cjs.
//
// On Linux it has the lowest priority, so that requests and the servers beside it take precedence: setpriority(2) with
// the process 0 changes the calling thread alone there, but the whole process elsewhere. libuv's threads inherit the
// priority of the thread that uses them first; the gateway has read its configuration with them before.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

/** Longest wait for Redis before the first round, ms. */
const REDIS_WAIT_MS = 2_000;

const data = workerData as MovingThreadData;
let { kept } = data;
const post = (message: FromMovingThread): void => parentPort?.postMessage(message);
const warn = (fields: object, message: string): void => post({ kind: 'warning', fields, message });
const connections = redisConnections(data.redis, warn);
const redis = connections.open('command');
const history = new History(data.url, { afterMs: data.afterMs, connections: 2 });
const moving = new HistoryMoving({
  redis,
  store: new RunStore(redis, data.settings, { history: history.runs }),
  history,
  kept: () => kept,
  report: {
    moved: (what, count) => post({ kind: 'moved', what, count }),
    refused: (id, error) => post({ kind: 'refused', id, error }),
    succeeded: () => post({ kind: 'succeeded' }),
    failed: (error) => post({ kind: 'failed', error }),
    dropped: (table, days) => post({ kind: 'dropped', table, days: [...days] }),
    warn,
  },
});

parentPort?.on('message', (message: ToMovingThread) => {
  if (message.kind === 'kept') kept = message.kept;
  else void stop();
});
// Without the connection the first round would fail.
void waitForRedis(redis, REDIS_WAIT_MS)
  .catch(() => undefined)
  .then(() => moving.start());

/** Ends the thread after the batch in progress. */
async function stop(): Promise<void> {
  await moving.stop();
  await history.close();
  connections.close();
  parentPort?.close();
}
