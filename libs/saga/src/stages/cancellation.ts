import { isTerminal, type Run } from '@querent/contracts';
import type { RunStore } from '../runs/run-store';

/** A run may be moving on while it is cancelled: the stages are few, so this many tries always suffice. */
const MAX_TRIES = 20;

/** Cancels a run wherever it stands; a run that is over stays as it is. Null when there is none. */
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
  throw new Error(`The run ${id} moved on ${MAX_TRIES} times while it was being cancelled`);
}
