import type { ResultRef, Run } from '@querent/contracts';

/**
 * Run that stores a run's rows and drawing, and the reference there. An answer from the exact cache borrows them from
 * the run that computed it; its reference is then `<run id>/<blob>`.
 */
export function resultHome(run: Pick<Run, 'id' | 'data'>): { runId: string; ref: ResultRef | null } {
  const { result } = run.data;
  const slash = result?.blob.indexOf('/') ?? -1;
  if (result === null || slash < 0) return { runId: run.id, ref: result };
  return { runId: result.blob.slice(0, slash), ref: { ...result, blob: result.blob.slice(slash + 1) } };
}
