import { isTerminal, type RunStatus } from '@querent/contracts';
import type { RunStore } from '@querent/saga';
import type Redis from 'ioredis';

const POLL_MS = 150;

/**
 * Polls the statuses of all unfinished runs in one round trip to Redis. Polling each over HTTP would be most of the
 * load. A run that has left Redis is read from the history.
 */
export class RunWatch {
  private readonly open = new Set<string>();
  private readonly statuses = new Map<string, RunStatus>();
  private readonly endedAt = new Map<string, number>();
  private readonly waiting: {
    id: string;
    until: (status: RunStatus) => boolean;
    resolve: (status: RunStatus | null) => void;
  }[] = [];
  private readonly timer: NodeJS.Timeout;
  private isPolling = false;
  private isReadingMoved = false;
  private closed = false;

  constructor(
    private readonly redis: Redis,
    private readonly store: RunStore,
  ) {
    this.timer = setInterval(() => void this.poll(), POLL_MS);
  }

  add(id: string): void {
    if (!this.statuses.has(id)) this.open.add(id);
  }

  underWay = (): string[] => [...this.open];
  ended = (): number => this.endedAt.size;
  /** Time at which the run's end was first seen, by performance.now(). */
  endOf = (id: string): number | undefined => this.endedAt.get(id);

  /** Resolves with the first status that meets the condition, or null when the watch is closed before. */
  until(id: string, condition: (status: RunStatus) => boolean): Promise<RunStatus | null> {
    this.add(id);
    const status = this.statuses.get(id);
    if (status !== undefined && condition(status)) return Promise.resolve(status);
    if (this.closed) return Promise.resolve(null);
    return new Promise((resolve) => this.waiting.push({ id, until: condition, resolve }));
  }

  /** Ends all current and later waits. */
  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const { resolve } of this.waiting.splice(0)) resolve(null);
  }

  private async poll(): Promise<void> {
    if (this.isPolling || this.open.size === 0) return;
    this.isPolling = true;
    try {
      await this.read();
    } catch {
      // Redis may be unavailable: that is one of the faults.
    } finally {
      this.isPolling = false;
    }
  }

  private async read(): Promise<void> {
    const ids = [...this.open];
    const pipeline = this.redis.pipeline();
    for (const id of ids) pipeline.hget(this.store.keys.run(id), 'status');
    const replies = (await pipeline.exec()) ?? [];
    const missing: string[] = [];
    for (const [at, id] of ids.entries()) {
      const [error, status] = replies[at] ?? [null, null];
      if (error === null && typeof status === 'string') this.saw(id, status as RunStatus);
      else if (error === null) missing.push(id);
    }
    if (missing.length > 0 && !this.isReadingMoved) void this.readMoved(missing);
    this.settle();
  }

  /** Not awaited by the poll: the history may be unavailable for seconds. */
  private async readMoved(ids: readonly string[]): Promise<void> {
    this.isReadingMoved = true;
    try {
      for (const run of await this.store.getAll(ids)) if (run !== null && 'status' in run) this.saw(run.id, run.status);
      this.settle();
    } catch {
      // Read again with the next poll.
    } finally {
      this.isReadingMoved = false;
    }
  }

  private settle(): void {
    for (let at = this.waiting.length - 1; at >= 0; at--) {
      const entry = this.waiting[at];
      const status = entry === undefined ? undefined : this.statuses.get(entry.id);
      if (entry === undefined || status === undefined || !entry.until(status)) continue;
      this.waiting.splice(at, 1);
      entry.resolve(status);
    }
  }

  private saw(id: string, status: RunStatus): void {
    this.statuses.set(id, status);
    if (!isTerminal(status)) return;
    this.open.delete(id);
    this.endedAt.set(id, performance.now());
  }
}
