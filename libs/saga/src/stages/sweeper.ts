import { isTerminal, runError, type Run } from '@querent/contracts';
import type { DeadLetters } from '../dead-letters/dead-letters';
import type { AwaitedJob } from '../runs/due-runs';
import type { JobStatus, JobTransport } from '../runs/outbox';
import { failExhausted, failTimedOut, postLetter } from '../runs/run-failure';
import { NewerRunError } from '../runs/run-codec';
import type { RunStore } from '../runs/run-store';

export interface SweeperReport {
  (work: 'expired' | 'timed_out' | 'exhausted' | 'republished' | 'waited' | 'dropped', runId: string): void;
}

const LEASE_MS = 10_000;
const BATCH = 100;
/**
 * Maximum interval between checks of a waiting job, and so the maximum time until a job is recovered that Redis lost
 * with its last second of writes.
 */
const MOST_PUT_OFF_MS = 120_000;
/** Interval of recounts: versions without the census leave it wrong, and both versions run during an upgrade. */
const RECOUNT_EVERY_MS = 300_000;

/**
 * Checks every run whose deadline has passed: expires unanswered pauses, publishes outboxes whose job was never taken
 * (submit and reply have no enclosing job), and ends runs whose job is lost or used up its attempts. Any number of
 * sweepers may run at once: a run is leased during its check, and every change is a compare-and-set.
 */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private recountAt = 0;
  /** By partition: the time before which no run can be due, by this process's clock. */
  private readonly quietUntil = new Map<string, number>();

  constructor(
    private readonly store: RunStore,
    private readonly transport: JobTransport,
    private readonly letters: DeadLetters,
    private readonly options: { intervalMs: number; report?: SweeperReport; onError?: (error: unknown) => void },
  ) {}

  start(): void {
    const tick = (): void => {
      if (this.stopped) return;
      this.running = this.sweep((index) => performance.now() >= (this.quietUntil.get(index) ?? 0))
        .catch((error: unknown) => this.options.onError?.(error))
        .then(() => {
          if (!this.stopped) this.timer = setTimeout(tick, this.options.intervalMs);
        });
    };
    tick();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** One round over the partitions for which `isDue` holds; all of them by default. */
  async sweep(isDue: (index: string) => boolean = () => true): Promise<void> {
    for (const index of this.store.keys.allDue().filter(isDue)) {
      const asked = performance.now();
      // An unavailable server of a cluster must not stop the sweep of the others.
      const { now, nextMs, ids } = await this.store.due
        .take(index, LEASE_MS, BATCH)
        .catch((error: unknown) => this.nothingDue(error));
      // Checked runs may be due again at any time.
      if (ids.length === 0) this.quietUntil.set(index, asked + Math.min(nextMs, this.quietMs()));
      // In parallel, because most of many runs only wait in the queue. One unreadable run must not stop the sweep of
      // the others.
      await Promise.all(ids.map((id) => this.check(id, now).catch((error: unknown) => this.checkFailed(error))));
    }
    // Each sweeper recounts separately, by a monotonic clock.
    if (performance.now() < this.recountAt) return;
    this.recountAt = performance.now() + RECOUNT_EVERY_MS;
    await this.store.census.recount();
  }

  /**
   * Interval of an idle gateway's queries. A new index entry is due no earlier than the shortest of the saga's
   * durations, so this interval finds it in time.
   */
  private quietMs(): number {
    const { pickupMs, clarificationTtlMs, runTimeoutMs } = this.store.settings;
    return Math.min(pickupMs, clarificationTtlMs, runTimeoutMs, LEASE_MS) / 2;
  }

  private nothingDue(error: unknown): { now: number; nextMs: number; ids: string[] } {
    this.options.onError?.(error);
    return { now: 0, nextMs: 0, ids: [] };
  }

  private checkFailed(error: unknown): void {
    // A sweeper of the newer version handles that run.
    if (!(error instanceof NewerRunError)) this.options.onError?.(error);
  }

  /** @param now by Redis's clock, like all times of runs */
  private async check(id: string, now: number): Promise<void> {
    const job = await this.jobOf(id, now);
    if (job?.state === 'pending') {
      await this.putOff(id, now, job.activeSince);
      return this.options.report?.('waited', id);
    }
    const stored = await this.store.getForSweep(id);
    if (stored === null || isTerminal(stored.run.status)) {
      await postLetter(this.store, this.letters, id);
      return this.options.report?.('dropped', id);
    }
    if (stored.run.status === 'awaiting_clarification') return this.expire(stored.run, now);
    if (this.left(stored.activeSince, now) < 0) {
      if (await failTimedOut(this.store, stored.run)) this.options.report?.('timed_out', id);
      return;
    }
    // If the run has advanced since its job was checked, its deadline has moved, or another process has handled it.
    if (job !== null && stored.run.version === job.outbox.payload.version && stored.attempt === job.attempt)
      return this.recover(id, job);
  }

  /** State of the job that a run waits for; null if it waits for none, or has exceeded its time. */
  private async jobOf(id: string, now: number): Promise<(AwaitedJob & JobStatus) | null> {
    const job = await this.store.due.awaitedJob(id);
    if (job === null || this.left(job.activeSince, now) < 0) return null;
    return { ...job, ...(await this.transport.stateOf(job.outbox, job.attempt)) };
  }

  /** Remaining active time of a run, ms. */
  private left(activeSince: number, now: number): number {
    return activeSince + this.store.settings.runTimeoutMs - now;
  }

  /**
   * The run's job is waiting or active. The interval between checks grows with the waiting time: with ten thousand
   * waiting runs, reading each of them every ten seconds took all of a gateway's capacity.
   */
  private async putOff(id: string, now: number, activeSince: number): Promise<void> {
    const left = this.left(activeSince, now);
    // At most half of the remaining time: a lost job must be found while there is time to run it.
    const delay = Math.min(MOST_PUT_OFF_MS, Math.max(LEASE_MS, Math.min(now - activeSince, left / 2)));
    await this.store.due.putOff(id, now + LEASE_MS, Math.ceil(Math.min(delay, left + 1)));
  }

  private async expire(run: Run, now: number): Promise<void> {
    const expiresAt = Date.parse(run.data.clarification?.expiresAt ?? run.updatedAt);
    if (expiresAt > now) return;
    const error = runError('clarification_expired', run.request.locale);
    const advanced = await this.store.advance(run, {
      event: 'expired',
      stage: 'gateway',
      patch: { error },
      steps: [{ kind: 'expired', message: error.message }],
    });
    if (advanced.kind === 'advanced') this.options.report?.('expired', run.id);
  }

  /** Recovers an active run whose job is neither waiting nor active. */
  private async recover(id: string, { outbox, attempt: lost, state, reason }: AwaitedJob & JobStatus): Promise<void> {
    if (state === 'failed') {
      await failExhausted(this.store, this.letters, outbox, reason ?? 'the job failed');
      return this.options.report?.('exhausted', id);
    }
    // Missing: never published, or lost with a Redis that was restored from an older file. A new attempt has a new job
    // id.
    const attempt = await this.store.nextAttempt(outbox, lost);
    if (attempt === null) return;
    await this.transport.publish(outbox, attempt);
    this.options.report?.('republished', id);
  }
}
