import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@querent/testing';
import { MovingInThread, type MovingThreadData } from './moving-in-thread';

describe('the thread of the moves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'moving-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const program = (name: string, source: string): string => {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(file, `const { parentPort, workerData } = require('node:worker_threads');\n${source}`);
    return file;
  };

  function open(files: string[]) {
    const failures: string[] = [];
    const moved: number[] = [];
    let days = 0;
    const thread = new MovingInThread({
      file: () => files.shift() ?? '',
      data: () => ({ kept: { run: { days: ++days, byTenant: new Map() } } }) as unknown as MovingThreadData,
      report: {
        moved: (_what, count) => void moved.push(count),
        refused: () => undefined,
        succeeded: () => undefined,
        failed: (error) => void failures.push((error as Error).message),
        dropped: () => undefined,
        warn: () => undefined,
      },
      restartMs: 10,
    });
    return { thread, failures, moved };
  }

  it('is started again with current data when it ends by an error', async () => {
    const { thread, failures, moved } = open([
      program('broken', "throw new Error('no memory');"),
      program(
        'whole',
        `parentPort.postMessage({ kind: 'moved', what: 'runs', count: workerData.kept.run.days });
         parentPort.postMessage({ kind: 'succeeded' });
         parentPort.on('message', ({ kind }) => kind === 'stop' && parentPort.close());`,
      ),
    ]);
    thread.start();
    await waitFor(() => thread.isFailing);
    await waitFor(() => !thread.isFailing);
    expect(failures).toEqual(['no memory', 'the thread of the moves ended with code 1']);
    expect(moved).toEqual([2]);
    await thread.stop();
  });

  it('gets the days that are kept now, and counts as failing while its rounds fail', async () => {
    const { thread, failures } = open([
      program(
        'echo',
        `parentPort.on('message', (message) => {
           if (message.kind === 'stop') return parentPort.close();
           parentPort.postMessage({ kind: 'failed', error: new Error(String(message.kept.run.days)) });
         });`,
      ),
    ]);
    thread.start();
    thread.keepFor({ run: { days: 7, byTenant: new Map() } } as unknown as MovingThreadData['kept']);
    await waitFor(() => thread.isFailing);
    expect(failures).toEqual(['7']);
    await thread.stop();
  });

  it('is ended when it does not stop by itself', async () => {
    const { thread, failures } = open([program('deaf', "parentPort.on('message', () => undefined);")]);
    thread.start();
    await thread.stop();
    expect(failures).toEqual([]);
  }, 20_000);
});
