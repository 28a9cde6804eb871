import type { Row, Run, StageFunction } from '@querent/contracts';

export interface RememberDeps {
  firstRows: (run: Run) => Promise<Row[]>;
  /** Stores the answer in the exact cache if it may be shared. */
  remember: (run: Run, rows: Row[]) => Promise<void>;
  /** Stores the statement in the semantic cache if it may be shared; runs in the background. */
  share: (run: Run) => void;
  onError: (error: unknown, run: Run) => void;
  /** Stores the run as the last answer of its conversation. */
  converse: (run: Run) => Promise<void>;
}

/**
 * Wraps the stage: stores its answer in the exact cache and its statement in the semantic cache. The answer is stored
 * before the run is reported as done, so that repeating the question at once is a hit. A failing cache never fails the
 * answer. If the conversation cannot be stored, the job fails and is retried, because the next question would otherwise
 * be misread.
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
