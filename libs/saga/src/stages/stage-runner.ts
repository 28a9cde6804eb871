import {
  isTerminal,
  jobs,
  type Outcome,
  type Run,
  type RunJob,
  type StageFunction,
  type StageName,
  type JobKey,
} from '@querent/contracts';
import { isRedisRefusal, settledSoonAfter, settledWithin, traceIdOf } from '@querent/platform';
import type { CancellationWatch } from './cancellation-watch';
import type { JobTransport, Outbox } from '../runs/outbox';
import { NewerRunError } from '../runs/run-codec';
import type { Claimed, RunStore } from '../runs/run-store';
import { StagePostponedError } from './stage-postponed-error';

export interface StageRunnerDeps {
  store: RunStore;
  transport: JobTransport;
  cancellations: CancellationWatch;
  stage: StageName;
  job: JobKey;
  run: StageFunction;
  /** How often an active stage checks whether its run has ended, ms; 2 s by default. */
  statusPollMs?: number;
  /** Called at the end of every job, for logs and metrics. */
  onEnd?: (end: {
    runId: string;
    traceId: string;
    result: 'advanced' | 'redelivered' | 'over' | 'conflict' | 'missing' | 'postponed' | 'threw';
    event?: Outcome['event'];
    ms: number;
  }) => void;
  /**
   * Deletes the blobs of a discarded outcome: the stage was abandoned before it ended, or its run had advanced. If this
   * fails, the blobs expire.
   */
  onUnused?: (run: Run, outcome: Outcome) => Promise<void>;
  /**
   * Called for a stage that went on after its abort signal, with its total duration. It keeps its resources, but its
   * worker is free.
   */
  onAbandoned?: (stage: { runId: string; traceId: string; why: StageAbortedError['why']; ms: number }) => void;
}

type End = (result: Parameters<NonNullable<StageRunnerDeps['onEnd']>>[0]['result'], event?: Outcome['event']) => void;

/** The run was cancelled, or the job's time limit was reached. */
export class StageAbortedError extends Error {
  constructor(readonly why: 'cancelled' | 'timeout') {
    super(`The stage was aborted: ${why}`);
    this.name = 'StageAbortedError';
  }
}

/**
 * Redis did not answer. The attempt is given up, so that its worker is free. The command may still be executed, as if
 * the worker had died.
 */
export class RunRecordSilentError extends Error {
  override readonly name = 'RunRecordSilentError';

  constructor(asked: string) {
    super(`Redis did not answer in ${RECORD_MS / 1_000} s: ${asked}`);
  }
}

const STATUS_POLL_MS = 2_000;
/**
 * Time for a stage to end after its abort signal. Stages that react to it need 0.8 s to cut a statement's connection,
 * and 2 s to clean up (`CANCEL_GRACE_MS`, `CLEAN_UP_MS` of the data sources). A stage that is still running then may
 * never end, and would occupy its worker slot for ever.
 */
const ABORT_GRACE_MS = 5_000;
/**
 * Timeout of reads and writes of the run's record. A worker's commands wait while Redis is unavailable, which is right
 * during a fail-over. After 20 s a silent connection is given up, so a new attempt is as good as more waiting.
 */
const RECORD_MS = 30_000;
/** Delay after which a job that only a newer version can process is retried, by any worker. */
export const HAND_BACK_MS = 1_000;
/** Delay after which a job that arrived before the change of its run is retried. */
const AHEAD_MS = 200;
/**
 * Delay after which a job is retried whose outcome Redis refused because its memory is full. The stage then repeats its
 * statements and model calls.
 */
const REFUSED_MS = 10_000;

/**
 * Runs one stage for one job: claim the run, call the stage function, advance, publish the outbox. A redelivered job of
 * an earlier version publishes the stored outbox again (publishing twice has no effect) and ends. Exceptions are
 * infrastructure errors: the transport retries them, three attempts in all. A refusal by Redis postpones the job
 * instead.
 */
export class StageRunner {
  private readonly underWay = new Map<string, AbortController>();

  constructor(private readonly deps: StageRunnerDeps) {
    deps.cancellations.onCancelled((id) => this.underWay.get(id)?.abort(new StageAbortedError('cancelled')));
  }

  async handle(job: RunJob): Promise<void> {
    const started = performance.now();
    const end: End = (result, event) =>
      this.deps.onEnd?.({
        runId: job.runId,
        traceId: traceIdOf(job.traceparent),
        result,
        event,
        ms: performance.now() - started,
      });

    const { store } = this.deps;
    const claimed = await answered('claim', store.claim(job.runId, job.version, jobs[this.deps.job].timeoutMs)).catch(
      postponeUnclaimed,
    );
    if (claimed === null) return end('missing');
    if (isTerminal(claimed.run.status)) return end('over');
    // The change that enqueued this job may still be on its way to another server of a cluster. If it was lost with a
    // server, the sweeper handles the run, and this job ends with the run.
    if (claimed.run.version < job.version) throw new StagePostponedError(AHEAD_MS, 'the run is not there yet');
    // The job is of another version, or was published ahead of an advance that was refused: the stored outbox holds the
    // next job.
    if (claimed.run.version !== job.version || claimed.outbox?.job !== this.deps.job) {
      await answered('publish', this.publish(claimed.outbox, claimed.attempt));
      return end('redelivered');
    }

    await this.workOn(claimed, job, end).catch((error: unknown) => {
      // This is not a failed attempt: Redis would have refused the outcome of any attempt.
      const thrown = isRedisRefusal(error) ? new StagePostponedError(REFUSED_MS, String(error)) : error;
      end(thrown instanceof StagePostponedError ? 'postponed' : 'threw');
      throw thrown;
    });
  }

  private async workOn(claimed: Claimed, job: RunJob, end: End): Promise<void> {
    const outcome = await this.withAbort(job, jobs[this.deps.job].timeoutMs, claimed.run);
    if (outcome === 'cancelled') return end('over');
    // Published right after the advance on the same connection, without waiting for its reply: saves one round trip per
    // stage. If the advance is refused, the job finds a different version and does nothing. The job must never be sent
    // first: it would find the old version, do nothing, and leave the run to the sweeper.
    let publishing: Promise<void> | undefined;
    const advancing = this.deps.store.advance(
      claimed.run,
      { event: outcome.event, stage: this.deps.stage, patch: outcome.patch, steps: outcome.steps },
      (next) => {
        publishing = this.publish(next, 1);
        publishing.catch(() => undefined);
      },
    );
    const advanced = await answered('advance', advancing);
    await answered('publish', publishing ?? Promise.resolve());
    if (advanced.kind !== 'advanced') {
      this.dropUnused(claimed.run, outcome);
      return end('conflict');
    }
    end('advanced', outcome.event);
  }

  private async publish(outbox: Outbox | null, attempt: number): Promise<void> {
    if (outbox !== null) await this.deps.transport.publish(outbox, attempt);
  }

  private async withAbort({ runId, traceparent }: RunJob, timeoutMs: number, run: Run): Promise<Outcome | 'cancelled'> {
    const started = performance.now();
    const controller = new AbortController();
    this.underWay.set(runId, controller);
    const timer = setTimeout(() => controller.abort(new StageAbortedError('timeout')), timeoutMs);
    const poll = setInterval(() => void this.pollStatus(runId, controller), this.deps.statusPollMs ?? STATUS_POLL_MS);
    try {
      const work = this.deps.run(run, controller.signal);
      return await settledSoonAfter(controller.signal, ABORT_GRACE_MS, work, () => {
        work.then(
          (outcome) => this.dropUnused(run, outcome),
          () => undefined,
        );
        const { why } = controller.signal.reason as StageAbortedError;
        this.deps.onAbandoned?.({ runId, traceId: traceIdOf(traceparent), why, ms: performance.now() - started });
      });
    } catch (error) {
      const reason: unknown = controller.signal.reason;
      if (controller.signal.aborted && reason instanceof StageAbortedError) {
        if (reason.why === 'cancelled') return 'cancelled';
        throw reason;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(poll);
      if (this.underWay.get(runId) === controller) this.underWay.delete(runId);
    }
  }

  private dropUnused(run: Run, outcome: Outcome): void {
    this.deps.onUnused?.(run, outcome).catch(() => undefined);
  }

  /**
   * Cancellation messages can be lost, with a broken connection or before the stage was registered, so a long stage
   * polls the status.
   */
  private async pollStatus(runId: string, controller: AbortController): Promise<void> {
    const status = await this.deps.store.statusOf(runId).catch(() => null);
    if (status !== null && isTerminal(status)) controller.abort(new StageAbortedError('cancelled'));
  }
}

const answered = <T>(asked: string, record: Promise<T>): Promise<T> =>
  settledWithin(RECORD_MS, record, () => new RunRecordSilentError(asked));

/**
 * Nothing was done, so this does not use up an attempt. A cluster server that is unavailable for two minutes, or full,
 * would otherwise use up all three.
 */
function postponeUnclaimed(error: unknown): never {
  if (error instanceof RunRecordSilentError) throw new StagePostponedError(HAND_BACK_MS, error.message);
  if (isRedisRefusal(error)) throw new StagePostponedError(HAND_BACK_MS, String(error));
  if (error instanceof NewerRunError)
    throw new StagePostponedError(HAND_BACK_MS, error.message, { isHandedBack: true });
  throw error;
}
