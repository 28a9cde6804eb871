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
import { outboxAfter } from '../runs/run-change';
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
  /** How often a stage under way asks whether its run is over, ms; 2 s by default. */
  lookMs?: number;
  /** Told of every end, for logs and metrics. */
  onEnd?: (end: {
    runId: string;
    traceId: string;
    result: 'advanced' | 'redelivered' | 'over' | 'conflict' | 'missing' | 'postponed';
    event?: Outcome['event'];
    ms: number;
  }) => void;
  /**
   * Removes what an outcome refers to, where nobody will refer to that: it came after its stage was left alone, or its
   * run had moved on. Where this fails, that goes when its time is over.
   */
  onUnused?: (run: Run, outcome: Outcome) => Promise<void>;
  /**
   * Told of a stage that went on after its signal, and of how long it has gone on in all: it still holds what it holds,
   * but its worker is free.
   */
  onAbandoned?: (stage: { runId: string; traceId: string; why: StageAbortedError['why']; ms: number }) => void;
}

type End = (result: Parameters<NonNullable<StageRunnerDeps['onEnd']>>[0]['result'], event?: Outcome['event']) => void;

/** The run was cancelled, or the job's time is over. */
export class StageAbortedError extends Error {
  constructor(readonly why: 'cancelled' | 'timeout') {
    super(`The stage was aborted: ${why}`);
    this.name = 'StageAbortedError';
  }
}

/**
 * Redis did not answer: the attempt is given up, so that its worker is free. What it was asked may still be done, which
 * is as if the worker had died.
 */
export class RunRecordSilentError extends Error {
  override readonly name = 'RunRecordSilentError';

  constructor(asked: string) {
    super(`Redis did not answer in ${RECORD_MS / 1_000} s: ${asked}`);
  }
}

const LOOK_MS = 2_000;
/**
 * How long a stage may take to end once its signal has fired. Those that listen need 0.8 s to have a statement's
 * connection cut, and 2 s to clean up (`CANCEL_GRACE_MS`, `CLEAN_UP_MS` of the data sources); one that does not end
 * then may never do so, and would hold its worker's place for ever.
 */
const ABORT_GRACE_MS = 5_000;
/**
 * How long the run's record is waited for. A worker's commands wait for a Redis that is away, which is right for a
 * fail-over; beyond the 20 s after which a silent connection is given up, another attempt on it is as good.
 */
const RECORD_MS = 30_000;
/** A job that only a newer version can work on comes back after so long, for whoever takes it then. */
export const HAND_BACK_MS = 1_000;
/** A job that came before the change of its run comes back after so long. */
const AHEAD_MS = 200;
/**
 * A job whose stage is done, for which Redis has no room, comes back after so long: statements and models are then
 * asked again.
 */
const REFUSED_MS = 10_000;

/**
 * Runs one stage for one job: claim the run, call the stage function, advance, publish the outbox. A redelivered job
 * whose version is already past publishes the stored outbox again (publishing twice has no effect) and ends. Exceptions
 * are infrastructure: they go to the transport, which tries again, three times in all; but for a Redis that refuses,
 * which it waits for.
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
      notBegun,
    );
    if (claimed === null) return end('missing');
    if (isTerminal(claimed.run.status)) return end('over');
    // The change that sent it is on its way to another server of a cluster, or was lost with one: then the sweeper sees
    // to the run, and this job ends with it.
    if (claimed.run.version < job.version) throw new StagePostponedError(AHEAD_MS, 'the run is not there yet');
    // Of another version, or published ahead of an advance that was refused: the stored outbox says what is next.
    if (claimed.run.version !== job.version || claimed.outbox?.job !== this.deps.job) {
      await answered('publish', this.publish(claimed.outbox, claimed.attempt));
      return end('redelivered');
    }

    await this.workOn(claimed, job, end).catch((error: unknown) => {
      // Nor is this a failed attempt: Redis would have taken no other's outcome.
      const told = isRedisRefusal(error) ? new StagePostponedError(REFUSED_MS, String(error)) : error;
      if (told instanceof StagePostponedError) end('postponed');
      throw told;
    });
  }

  private async workOn(claimed: Claimed, job: RunJob, end: End): Promise<void> {
    const outcome = await this.withAbort(job, jobs[this.deps.job].timeoutMs, claimed.run);
    if (outcome === 'cancelled') return end('over');
    const next = outboxAfter(claimed.run, outcome.event);
    // Sent right behind the advance on the same connection, without waiting for its reply: one round trip less a hop.
    // Should the advance be refused, the job finds a version that is not its own and does nothing. Never ahead of it:
    // then the job of a run that is about to move on would do nothing as well, and the sweeper would have to find that
    // out.
    let publishing: Promise<void> | undefined;
    const advancing = this.deps.store.advance(
      claimed.run,
      { event: outcome.event, stage: this.deps.stage, patch: outcome.patch, steps: outcome.steps },
      () => {
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
    const look = setInterval(() => void this.lookAfter(runId, controller), this.deps.lookMs ?? LOOK_MS);
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
      clearInterval(look);
      if (this.underWay.get(runId) === controller) this.underWay.delete(runId);
    }
  }

  private dropUnused(run: Run, outcome: Outcome): void {
    this.deps.onUnused?.(run, outcome).catch(() => undefined);
  }

  /**
   * Messages of cancellations can be lost, with a connection that breaks or before the stage was listed: a long stage
   * asks by itself.
   */
  private async lookAfter(runId: string, controller: AbortController): Promise<void> {
    const status = await this.deps.store.statusOf(runId).catch(() => null);
    if (status !== null && isTerminal(status)) controller.abort(new StageAbortedError('cancelled'));
  }
}

const answered = <T>(asked: string, record: Promise<T>): Promise<T> =>
  settledWithin(RECORD_MS, record, () => new RunRecordSilentError(asked));

/**
 * Nothing was done, so no attempt is used up: of the three, a server of a cluster that is away for two minutes, or a
 * full one, would take all.
 */
function notBegun(error: unknown): never {
  if (error instanceof RunRecordSilentError) throw new StagePostponedError(HAND_BACK_MS, error.message);
  if (isRedisRefusal(error)) throw new StagePostponedError(HAND_BACK_MS, String(error));
  if (error instanceof NewerRunError)
    throw new StagePostponedError(HAND_BACK_MS, error.message, { isHandedBack: true });
  throw error;
}
