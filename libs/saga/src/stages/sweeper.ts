import { isTerminal, runError, type Run } from '@querent/contracts';
import type { DeadLetters } from '../dead-letters/dead-letters';
import type { AwaitedJob } from '../runs/due-runs';
import type { JobStanding, JobTransport } from '../runs/outbox';
import { failExhausted, failTimedOut, postLetter } from '../runs/run-failure';
import { NewerRunError } from '../runs/run-codec';
import type { RunStore } from '../runs/run-store';

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
  /** By partition: nothing in it can be due before, by this process's clock. */
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

  /** One round over the partitions; all of them where none is left out. */
  async sweep(isDue: (index: string) => boolean = () => true): Promise<void> {
    for (const index of this.store.keys.allDue().filter(isDue)) {
      const asked = performance.now();
      // A server of a cluster that is away must not stop the care for what the others hold.
      const { now, nextMs, ids } = await this.store.due
        .take(index, LEASE_MS, BATCH)
        .catch((error: unknown) => this.nothingDue(error));
      // Runs that were looked at may be due again at any time.
      if (ids.length === 0) this.quietUntil.set(index, asked + Math.min(nextMs, this.quietMs()));
      // At once, for most of many only wait in line. One unreadable run must not stop the sweep of the others.
      await Promise.all(ids.map((id) => this.look(id, now).catch((error: unknown) => this.failedLook(error))));
    }
    // Each sweeper for itself, and by no clock that is set.
    if (performance.now() < this.recountAt) return;
    this.recountAt = performance.now() + RECOUNT_EVERY_MS;
    await this.store.census.recount();
  }

  /**
   * What is put into an index from now on is due after the shortest of the saga's times: an idle gateway asks that
   * seldom, and finds it no later.
   */
  private quietMs(): number {
    const { pickupMs, clarificationTtlMs, runTimeoutMs } = this.store.settings;
    return Math.min(pickupMs, clarificationTtlMs, runTimeoutMs, LEASE_MS) / 2;
  }

  private nothingDue(error: unknown): { now: number; nextMs: number; ids: string[] } {
    this.options.onError?.(error);
    return { now: 0, nextMs: 0, ids: [] };
  }

  private failedLook(error: unknown): void {
    // A newer version's sweeper sees to that run.
    if (!(error instanceof NewerRunError)) this.options.onError?.(error);
  }

  /** @param now by Redis's clock, as all times of runs */
  private async look(id: string, now: number): Promise<void> {
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
    // Has it moved on since its job was looked at, its deadline has, or somebody else has seen to it.
    if (job !== null && stored.run.version === job.outbox.payload.version && stored.attempt === job.attempt)
      return this.recover(id, job);
  }

  /** What became of the job that a run waits for; null where it waits for none, or is out of time anyway. */
  private async jobOf(id: string, now: number): Promise<(AwaitedJob & JobStanding) | null> {
    const job = await this.store.due.awaitedJob(id);
    if (job === null || this.left(job.activeSince, now) < 0) return null;
    return { ...job, ...(await this.transport.stateOf(job.outbox, job.attempt)) };
  }

  /** Of the time that a run may be under way, ms. */
  private left(activeSince: number, now: number): number {
    return activeSince + this.store.settings.runTimeoutMs - now;
  }

  /**
   * The run's job waits its turn, or is worked on: the longer it has, the later it is looked at again. With ten
   * thousand in line, to read each of them every ten seconds was all that a gateway could do.
   */
  private async putOff(id: string, now: number, activeSince: number): Promise<void> {
    const left = this.left(activeSince, now);
    // Never beyond half of what is left: a job that is lost must be found while there is time to do it.
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

  /** A run under way whose job is neither in line nor worked on. */
  private async recover(id: string, { outbox, attempt: lost, state, reason }: AwaitedJob & JobStanding): Promise<void> {
    if (state === 'failed') {
      await failExhausted(this.store, this.letters, outbox, reason ?? 'the job failed');
      return this.options.report?.('exhausted', id);
    }
    // Gone: never published, or lost with a Redis that was restored from an older file. A new attempt has a new job id.
    const attempt = await this.store.nextAttempt(outbox, lost);
    if (attempt === null) return;
    await this.transport.publish(outbox, attempt);
    this.options.report?.('republished', id);
  }
}
