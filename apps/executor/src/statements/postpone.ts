import type { Run } from '@querent/contracts';
import { StagePostponedError } from '@querent/saga';
import type { Lane } from '../admission/lane';
import type { StatementBusy } from './statement-desk';

/** A run that waited so long for a busy database, since its statement was made, is told so. */
export const BUSY_MS = 60_000;
/**
 * Who waits behind statements that take minutes waits for minutes; what is left of a run's time is enough for its own.
 */
const SLOW_BUSY_MS = 240_000;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 2_000;

/**
 * Sends the job of a statement that got no turn back to its queue, for longer the longer it has waited; a little by
 * chance, so that those that were turned away together do not come back together. Returns where the run has waited long
 * enough.
 * @throws StagePostponedError
 */
export function postponeUnlessLate(run: Run, busy: StatementBusy, now: number, lane: Lane = 'quick'): void {
  const waited = now - Date.parse(run.updatedAt);
  if (waited >= (lane === 'slow' ? SLOW_BUSY_MS : BUSY_MS)) return;
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS + waited / 4);
  throw new StagePostponedError(Math.round(delay * (0.75 + Math.random() / 2)), busy.message);
}
