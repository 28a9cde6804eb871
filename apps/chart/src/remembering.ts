import type { Row, Run, StageFunction } from '@querent/contracts';

export interface RememberDeps {
  firstRows: (run: Run) => Promise<Row[]>;
  /** Leaves the answer to later askers, where it may be shared. */
  remember: (run: Run, rows: Row[]) => Promise<void>;
  /**
   * Leaves the statement to later askers who mean the same, where it may be shared; in the background, for nobody waits
   * for that.
   */
  share: (run: Run) => void;
  onError: (error: unknown, run: Run) => void;
  /** Keeps the run as its conversation's last answer. */
  converse: (run: Run) => Promise<void>;
}

/**
 * The stage, and then its answer into the exact cache and its statement into the semantic one. The answer is written
 * before the run is seen as done, so that asking again at once is a hit; a cache that fails costs the next asker some
 * time, never this one the answer. A conversation that cannot be kept fails the job instead, which is tried again: the
 * next question would be misread.
 */
export function remembering(stage: StageFunction<'chart'>, deps: RememberDeps): StageFunction<'chart'> {
  return async (run, signal) => {
    const outcome = await stage(run, signal);
    if (outcome.event !== 'presented') return outcome;
    const answered: Run = { ...run, data: { ...run.data, ...outcome.patch } };
    await deps.converse(answered);
    deps.share(answered);
    if (run.data.cacheKey === null || run.data.result === null) return outcome;
    try {
      await deps.remember(answered, await deps.firstRows(run));
    } catch (error) {
      deps.onError(error, run);
    }
    return outcome;
  };
}
