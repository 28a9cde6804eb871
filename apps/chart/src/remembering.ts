import type { Row, Run, StageFunction } from '@querent/contracts';

export interface RememberDeps {
  firstRows: (run: Run) => Promise<Row[]>;
  /** Leaves the answer to later askers, where it may be shared. */
  remember: (run: Run, rows: Row[]) => Promise<void>;
  onError: (error: unknown, run: Run) => void;
}

/**
 * The stage, and then its answer into the exact cache. The entry is written before the run is seen as done, so that
 * asking again at once is a hit; a cache that fails costs the next asker some time, never this one the answer.
 */
export function remembering(stage: StageFunction, deps: RememberDeps): StageFunction {
  return async (run, signal) => {
    const outcome = await stage(run, signal);
    if (outcome.event !== 'presented' || run.data.cacheKey === null || run.data.result === null) return outcome;
    try {
      await deps.remember({ ...run, data: { ...run.data, ...outcome.patch } }, await deps.firstRows(run));
    } catch (error) {
      deps.onError(error, run);
    }
    return outcome;
  };
}
