import type { Run } from '@querent/contracts';
import { StagePostponedError } from '@querent/saga';
import type { Lane } from '../admission/lane';
import type { StatementBusy } from './statement-runner';

/** Longest time that a run waits for a busy database, from the moment its statement was written. */
export const BUSY_MS = 60_000;
/** The same in the slow lane, whose statements take minutes. It leaves enough of the run's time for its statement. */
const SLOW_BUSY_MS = 240_000;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 2_000;

/**
 * Returns the job of a statement that got no slot to its queue. The delay grows with the time waited, with jitter so
 * that jobs refused together do not return together. Does nothing if the run has waited as long as it may.
 * @throws StagePostponedError
 */
export function postponeUnlessLate(run: Run, busy: StatementBusy, now: number, lane: Lane = 'quick'): void {
  const waited = now - Date.parse(run.updatedAt);
  if (waited >= (lane === 'slow' ? SLOW_BUSY_MS : BUSY_MS)) return;
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS + waited / 4);
  throw new StagePostponedError(Math.round(delay * (0.75 + Math.random() / 2)), busy.message);
}
