import { isTerminal, type Run } from '@querent/contracts';
import type { RunStore } from '../runs/run-store';

/** A run may advance while it is being cancelled. There are few stages, so this many retries always suffice. */
const MAX_TRIES = 20;

/** Cancels a run in any state; a finished run is not changed. Null if there is no such run. */
export async function cancelRun(store: RunStore, id: string): Promise<Run | null> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const run = await store.get(id);
    if (run === null || isTerminal(run.status)) return run;
    const message = run.request.locale === 'zh' ? '已取消' : 'Cancelled';
    const advanced = await store.advance(run, {
      event: 'cancelled',
      stage: 'gateway',
      steps: [{ kind: 'cancelled', message }],
    });
    if (advanced.kind === 'advanced') return advanced.run;
  }
  throw new Error(`The run ${id} advanced ${MAX_TRIES} times while it was being cancelled`);
}
