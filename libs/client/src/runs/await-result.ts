import type { Clarification, Run } from '../api-names';
import { QuerentError, Unreachable } from '../http/errors';
import type { Pause } from '../http/transport';
import { NeedsReply, RunFailed, StillRunning } from './run-errors';
import type { Answers, ResultOptions, RunHandle } from './run-handle';
import { TimeBudget } from './time-budget';

/** Pause between two polls of a run without an event stream, ms. */
const POLL_MS = 1_000;
const ended: readonly Run['status'][] = ['succeeded', 'failed', 'cancelled', 'expired'];

/**
 * Waits until the run has succeeded, and lets the caller reply to each clarification.
 * @param known a state of the run that was read before; null: none
 * @throws NeedsReply, StillRunning, RunFailed
 */
export async function awaitResult(
  handle: RunHandle,
  { known, pause, onClarification, signal, timeout }: ResultOptions & { known: Run | null; pause: Pause },
): Promise<Run> {
  const budget = new TimeBudget(timeout);
  const follower = new Follower(handle, pause);
  let last = known;
  const spend = async (work: (limited: AbortSignal | undefined) => Promise<Run>): Promise<Run> =>
    (last = await budget.spend(signal, work));
  try {
    // A clarification that was read before may have been answered since.
    const isCurrent = known !== null && known.status !== 'awaiting_clarification';
    let run = isCurrent ? known : await spend((limited) => handle.run({ signal: limited }));
    while (!ended.includes(run.status)) {
      const before = run;
      const clarification = follower.openIn(before);
      if (clarification === null) {
        run = await spend((limited) => follower.next(before, limited));
        continue;
      }
      const answer = await onClarification?.(clarification, before);
      signal?.throwIfAborted();
      if (answer === undefined) throw new NeedsReply(handle, clarification, before);
      run = await spend((limited) => follower.reply(clarification, answer, limited));
    }
    if (run.status !== 'succeeded') throw new RunFailed(run);
    return run;
  } catch (error) {
    throw budget.isTimeUp(error) ? new StillRunning(handle, last) : error;
  }
}

/** Follows a run from pause to pause, by events or by polling. */
class Follower {
  /** Id of the last event. */
  private after = 0;
  /** An event stream failed. */
  private polls = false;
  /** Clarification that awaits no reply any more although the run may still show it. */
  private closed: string | null = null;

  constructor(
    private readonly handle: RunHandle,
    private readonly pause: Pause,
  ) {}

  /** The clarification that the run waits for. */
  openIn({ status, clarification }: Run): Clarification | null {
    return status === 'awaiting_clarification' && clarification?.id !== this.closed ? clarification : null;
  }

  async reply(clarification: Clarification, answer: Answers, signal: AbortSignal | undefined): Promise<Run> {
    try {
      return await this.handle.reply({ clarificationId: clarification.id, ...answer }, { signal });
    } catch (error) {
      // Another reply was first, or the clarification has expired: the run goes on without this reply.
      if (!(error instanceof QuerentError) || error.code !== 'clarification_not_awaited') throw error;
      this.closed = clarification.id;
      return this.handle.run({ signal });
    }
  }

  /** The run at its next pause or its end. */
  async next(before: Run, signal: AbortSignal | undefined): Promise<Run> {
    if (!this.polls) {
      const run = await this.followed(before, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (!isStreamFault(error)) throw error;
        return null;
      });
      if (run !== null) return run;
      this.polls = true;
    }
    for (;;) {
      const run = await this.handle.run({ signal });
      if (this.isAtRest(run)) return run;
      await this.pause(POLL_MS, signal);
    }
  }

  /** Null if the stream ended, but the run has not. */
  private async followed(before: Run, signal: AbortSignal | undefined): Promise<Run | null> {
    const answered = before.clarifications.map(({ id }) => id);
    for await (const { id, event, data } of this.handle.events({ signal, after: this.after, reconnects: 1 })) {
      this.after = id;
      if (event === 'end') return data;
      if (event !== 'clarification' || answered.includes(data.id)) continue;
      const run = await this.handle.run({ signal });
      if (this.isAtRest(run)) return run;
    }
    const run = await this.handle.run({ signal });
    return this.isAtRest(run) ? run : null;
  }

  private isAtRest(run: Run): boolean {
    return ended.includes(run.status) || this.openIn(run) !== null;
  }
}

/** The server is reachable in principle, but offers no event stream now: too many are open, or a proxy refuses them. */
const isStreamFault = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof QuerentError && ([406, 408, 429].includes(error.status) || error.status >= 500));
