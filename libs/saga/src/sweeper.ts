import { isTerminal, runError } from '@querent/contracts';
import type { DeadLetters } from './dead-letters/dead-letters';
import type { JobTransport } from './outbox';
import { failExhausted, failTimedOut } from './run-failure';
import { NewerRunError } from './run-codec';
import type { Claimed, RunStore } from './run-store';

export interface SweeperReport {
  (work: 'expired' | 'timed_out' | 'exhausted' | 'republished' | 'waited' | 'dropped', runId: string): void;
}

const LEASE_MS = 10_000;
const BATCH = 100;
/** A job that is lost with a Redis that lost its last second, and not by any process, is missed for so long at most. */
const MOST_PUT_OFF_MS = 120_000;
/** What the runs are counted anew by: versions without the census leave it wrong, and an upgrade has both. */
const RECOUNT_EVERY_MS = 300_000;

/**
 * Looks at every run whose deadline has passed: ends pauses that nobody answered, publishes outboxes that nobody took
 * (submit and reply have no enclosing job), and finalises runs whose job is lost or used up its attempts. Any number
 * may run at once: a run is leased while one looks at it, and every change is a compare-and-set.
 */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private recountAt = 0;

  constructor(
    private readonly store: RunStore,
    private readonly transport: JobTransport,
    private readonly letters: DeadLetters,
    private readonly options: { intervalMs: number; report?: SweeperReport; onError?: (error: unknown) => void },
  ) {}

  start(): void {
    const tick = (): void => {
      if (this.stopped) return;
      this.running = this.sweep()
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

  /** One round over all partitions. */
  async sweep(): Promise<void> {
    for (const index of this.store.keys.allDue()) {
      // A server of a cluster that is away must not stop the care for what the others hold.
      const { now, ids } = await this.store.due.take(index, LEASE_MS, BATCH).catch((error: unknown) => this.nothingDue(error));
      // At once, for most of many only wait in line. One unreadable run must not stop the sweep of the others.
      await Promise.all(ids.map((id) => this.look(id, now).catch((error: unknown) => this.failedLook(error))));
    }
    // Each sweeper for itself, and by no clock that is set.
    if (performance.now() < this.recountAt) return;
    this.recountAt = performance.now() + RECOUNT_EVERY_MS;
    await this.store.census.recount();
  }

  private nothingDue(error: unknown): { now: number; ids: string[] } {
    this.options.onError?.(error);
    return { now: 0, ids: [] };
  }

  private failedLook(error: unknown): void {
    // A newer version's sweeper sees to that run.
    if (!(error instanceof NewerRunError)) this.options.onError?.(error);
  }

  /** @param now by Redis's clock, as all times of runs */
  private async look(id: string, now: number): Promise<void> {
    if (await this.isInLine(id, now)) return this.options.report?.('waited', id);
    const found = await this.store.getForSweep(id);
    if (found === null || isTerminal(found.run.status)) {
      await this.store.due.drop(id);
      return this.options.report?.('dropped', id);
    }
    if (found.run.status === 'awaiting_clarification') return this.expire(found, now);
    if (now - found.activeSince > this.store.settings.runTimeoutMs) {
      if (await failTimedOut(this.store, found.run)) this.options.report?.('timed_out', id);
      return;
    }
    return this.recover(found);
  }

  /**
   * Whether the run's job waits its turn, or is worked on: the longer it has, the later it is looked at again. With ten thousand in
   * line, to read each of them every ten seconds was all that a gateway could do.
   */
  private async isInLine(id: string, now: number): Promise<boolean> {
    const job = await this.store.due.awaitedJob(id);
    const left = (job?.activeSince ?? 0) + this.store.settings.runTimeoutMs - now;
    if (job === null || left < 0) return false;
    if ((await this.transport.stateOf(job.outbox, job.attempt)).state !== 'pending') return false;
    // Never beyond half of what is left: a job that is lost must be found while there is time to do it.
    const delay = Math.min(MOST_PUT_OFF_MS, Math.max(LEASE_MS, Math.min(now - job.activeSince, left / 2)));
    await this.store.due.putOff(id, now + LEASE_MS, Math.ceil(Math.min(delay, left + 1)));
    return true;
  }

  private async expire({ run }: Claimed, now: number): Promise<void> {
    const expiresAt = Date.parse(run.data.clarification?.expiresAt ?? run.updatedAt);
    if (expiresAt > now) return;
    const error = runError('clarification_expired', run.request.locale);
    const advanced = await this.store.advance(run, { event: 'expired', stage: 'gateway', patch: { error }, steps: [{ kind: 'expired', message: error.message }] });
    if (advanced.kind === 'advanced') this.options.report?.('expired', run.id);
  }

  /** A run under way whose job was not taken, or whose stage should have ended: what became of the job? */
  private async recover({ run, outbox, attempt }: Claimed): Promise<void> {
    if (outbox === null) return;
    const { state, reason } = await this.transport.stateOf(outbox, attempt);
    if (state === 'pending') return this.options.report?.('waited', run.id);
    if (state === 'failed') {
      await failExhausted(this.store, this.letters, outbox, reason ?? 'the job failed');
      return this.options.report?.('exhausted', run.id);
    }
    // Gone: never published, or lost with a Redis that was restored from an older file. A new attempt has a new job id.
    await this.transport.publish(outbox, await this.store.nextAttempt(run.id));
    this.options.report?.('republished', run.id);
  }
}
