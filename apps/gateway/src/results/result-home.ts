import type { ResultRef, Run } from '@querent/contracts';
import type { ResultReader } from '@querent/saga';

/** Where the rows of a run are stored. */
export interface ResultHome {
  /** The run that stores the rows. */
  runId: string;
  ref: ResultRef | null;
  /** The run through which they are read. */
  reader: ResultReader;
}

/**
 * Run that stores a run's rows and drawing, and the reference there. An answer from the exact cache borrows them from
 * the run that computed it; its reference is then `<run id>/<blob>`.
 */
export function resultHome(run: Pick<Run, 'id' | 'data'> & ResultReader): ResultHome {
  const { result } = run.data;
  const slash = result?.blob.indexOf('/') ?? -1;
  if (result === null || slash < 0) return { runId: run.id, ref: result, reader: run };
  return { runId: result.blob.slice(0, slash), ref: { ...result, blob: result.blob.slice(slash + 1) }, reader: run };
}
