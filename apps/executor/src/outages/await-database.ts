import type { Outcome, Run } from '@querent/contracts';
import { StagePostponedError } from '@querent/saga';
import { executeMessages } from '../execute-messages';
import type { DatabaseAway } from './database-away';

/**
 * A statement that is lost in the middle may be what brings the database down, or an administrator ends it each time:
 * it is not begun more often.
 */
const MOST_LOST = 3;
/** A run that finds its database away for as long as runs wait gives it so long: the last probe may be a moment old. */
const SHORT_WAIT_MS = 2_000;
/** A run that nothing wakes comes back after so long: its process may have ended. */
const COMES_BACK_MS = 5_000;

/**
 * What becomes of a run whose database is away: the asker sees that it is waited for, and the job goes back to its
 * queue until the database answers or the time for that is over, so that it holds no worker. Null where that time is
 * over: then the run fails.
 * @param now by the clock of the run's record, ms
 * @throws StagePostponedError
 */
export function awaitDatabase(run: Run, { facts, message }: DatabaseAway, now: number): Outcome<'executor'> | null {
  const { forMs, waitMs, hasBegun, isOver } = facts;
  const { outage } = run.data;
  const lost = (outage?.lost ?? 0) + (hasBegun ? 1 : 0);
  if (waitMs === 0 || lost > MOST_LOST) return null;
  if (outage?.version === run.version && !hasBegun) {
    const left = Date.parse(outage.since) + waitMs - now;
    if (left <= 0) return null;
    throw new StagePostponedError(Math.min(left, COMES_BACK_MS), message, { wake: isOver });
  }
  const [awaySince, made] = [now - forMs, Date.parse(run.updatedAt)];
  const wasWaitedFor = awaySince + waitMs <= made;
  const since = wasWaitedFor ? made - Math.max(0, waitMs - SHORT_WAIT_MS) : Math.max(awaySince, made);
  return {
    event: 'database_away',
    patch: { outage: { since: new Date(since).toISOString(), version: run.version + 1, lost } },
    steps: outage === null ? [{ kind: 'waiting', message: executeMessages.waiting[run.request.locale] }] : [],
  };
}
