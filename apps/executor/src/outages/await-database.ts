import type { Outcome, Run } from '@querent/contracts';
import { StagePostponedError } from '@querent/saga';
import { executeMessages } from '../execute-messages';
import type { DatabaseAway } from './database-away';

/**
 * Most times that a run's connection may be lost during its statement. The statement itself may crash the database, or
 * an administrator may end it each time.
 */
const MAX_LOST = 3;
/** Wait of a run that starts when the outage has outlasted the normal wait: the database may be back at any moment. */
const SHORT_WAIT_MS = 2_000;
/** Longest delay of a postponed job, in case the process that would wake it has ended. */
const MAX_DELAY_MS = 5_000;

/**
 * The outcome of a run whose database is unreachable: a step informs the user, and the job returns to its queue until
 * the database answers, so that it occupies no worker. Null if the wait is over; then the run fails.
 * @param now by the clock of the run's record, ms
 * @throws StagePostponedError
 */
export function awaitDatabase(run: Run, { facts, message }: DatabaseAway, now: number): Outcome<'executor'> | null {
  const { forMs, waitMs, hasBegun, isOver } = facts;
  const { outage } = run.data;
  const lost = (outage?.lost ?? 0) + (hasBegun ? 1 : 0);
  if (waitMs === 0 || lost > MAX_LOST) return null;
  if (outage?.version === run.version && !hasBegun) {
    const left = Date.parse(outage.since) + waitMs - now;
    if (left <= 0) return null;
    throw new StagePostponedError(Math.min(left, MAX_DELAY_MS), message, { wake: isOver });
  }
  const [awaySince, updatedAt] = [now - forMs, Date.parse(run.updatedAt)];
  const hasOutlastedWait = awaySince + waitMs <= updatedAt;
  const since = hasOutlastedWait ? updatedAt - Math.max(0, waitMs - SHORT_WAIT_MS) : Math.max(awaySince, updatedAt);
  return {
    event: 'database_away',
    patch: { outage: { since: new Date(since).toISOString(), version: run.version + 1, lost } },
    steps: outage === null ? [{ kind: 'waiting', message: executeMessages.waiting[run.request.locale] }] : [],
  };
}
