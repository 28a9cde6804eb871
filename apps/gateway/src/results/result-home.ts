import type { ResultRef, Run } from '@querent/contracts';

/**
 * Where a run's rows and drawing lie. An answer from the exact cache borrows those of the run that was computed:
 * its reference then reads `<run id>/<blob>`.
 */
export function resultHome(run: Pick<Run, 'id' | 'data'>): { runId: string; ref: ResultRef | null } {
  const { result } = run.data;
  const slash = result?.blob.indexOf('/') ?? -1;
  if (result === null || slash < 0) return { runId: run.id, ref: result };
  return { runId: result.blob.slice(0, slash), ref: { ...result, blob: result.blob.slice(slash + 1) } };
}
