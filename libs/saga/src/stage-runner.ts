import { isTerminal, jobs, type Outcome, type RunJob, type RunStatus, type StageFunction, type StageName, type JobKey } from '@querent/contracts';
import type { JobTransport, Outbox } from './outbox';
import type { RunStore } from './run-store';
import type { RunWatch } from './run-watch';

export interface StageRunnerDeps {
  store: RunStore;
  transport: JobTransport;
  watch: RunWatch;
  stage: StageName;
  job: JobKey;
  run: StageFunction;
  /** Told of every end, for logs and metrics. */
  onEnd?: (end: { runId: string; result: 'advanced' | 'redelivered' | 'over' | 'conflict' | 'missing'; event?: Outcome['event']; ms: number }) => void;
}

/** The run was cancelled, or the job's time is over. */
export class StageAbortedError extends Error {
  constructor(readonly why: 'cancelled' | 'timeout') {
    super(`The stage was aborted: ${why}`);
    this.name = 'StageAbortedError';
  }
}

/**
 * Runs one stage for one job: claim the run, call the stage function, advance, publish the outbox. A redelivered job
 * whose version is already past publishes the stored outbox again (publishing twice has no effect) and ends. Exceptions
 * are infrastructure: they go to the transport, which tries again.
 */
export class StageRunner {
  private readonly underWay = new Map<string, AbortController>();

  constructor(private readonly deps: StageRunnerDeps) {
    deps.watch.watchAll((id, status: RunStatus) => {
      if (status === 'cancelled') this.underWay.get(id)?.abort(new StageAbortedError('cancelled'));
    });
  }

  async handle(job: RunJob): Promise<void> {
    const started = performance.now();
    const end = (result: Parameters<NonNullable<StageRunnerDeps['onEnd']>>[0]['result'], event?: Outcome['event']): void =>
      this.deps.onEnd?.({ runId: job.runId, result, event, ms: performance.now() - started });

    const { store } = this.deps;
    const timeoutMs = jobs[this.deps.job].timeoutMs;
    const claimed = await store.claim(job.runId, job.version, timeoutMs);
    if (claimed === null) return end('missing');
    if (isTerminal(claimed.run.status)) return end('over');
    if (claimed.run.version !== job.version) {
      await this.publish(claimed.outbox, claimed.attempt);
      return end('redelivered');
    }

    const outcome = await this.withAbort(job.runId, timeoutMs, (signal) => this.deps.run(claimed.run, signal));
    if (outcome === 'cancelled') return end('over');
    const advanced = await store.advance(claimed.run, { event: outcome.event, stage: this.deps.stage, patch: outcome.patch, steps: outcome.steps });
    if (advanced.kind !== 'advanced') return end('conflict');
    await this.publish(advanced.outbox, 1);
    end('advanced', outcome.event);
  }

  private async publish(outbox: Outbox | null, attempt: number): Promise<void> {
    if (outbox !== null) await this.deps.transport.publish(outbox, attempt);
  }

  private async withAbort(runId: string, timeoutMs: number, work: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome | 'cancelled'> {
    const controller = new AbortController();
    this.underWay.set(runId, controller);
    const timer = setTimeout(() => controller.abort(new StageAbortedError('timeout')), timeoutMs);
    try {
      return await work(controller.signal);
    } catch (error) {
      const reason: unknown = controller.signal.reason;
      if (controller.signal.aborted && reason instanceof StageAbortedError) {
        if (reason.why === 'cancelled') return 'cancelled';
        throw reason;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (this.underWay.get(runId) === controller) this.underWay.delete(runId);
    }
  }
}
