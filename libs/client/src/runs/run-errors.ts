import type { Clarification, ErrorCode, Run } from '../api-names';
import type { RunHandle } from './run-handle';

/** The run waits for a reply to `clarification`: `handle.reply`, also from another process by the run's id. */
export class NeedsReply extends Error {
  override readonly name = 'NeedsReply';

  constructor(
    readonly handle: RunHandle,
    readonly clarification: Clarification,
    readonly run: Run,
  ) {
    super(clarification.question);
  }
}

/** The run has not ended within the time limit of the caller. It goes on. */
export class StillRunning extends Error {
  override readonly name = 'StillRunning';

  constructor(
    readonly handle: RunHandle,
    /** The last state that was seen; null if none. */
    readonly run: Run | null,
  ) {
    super(`The run ${handle.id} has not ended within the time limit.`);
  }
}

/** The run failed, was cancelled or has expired. `message` is the text for users. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** The code of the run's error; `cancelled` or `expired` if the run has none. */
  readonly code: ErrorCode | Run['status'];
  /** What the user can do, in words for users. */
  readonly actions: string[];

  constructor(readonly run: Run) {
    super(run.error?.message ?? `The run ${run.id} is ${run.status}.`);
    this.code = run.error?.code ?? run.status;
    this.actions = run.error?.actions ?? [];
  }
}
