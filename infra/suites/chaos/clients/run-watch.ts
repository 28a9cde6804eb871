import { isTerminal, type RunStatus } from '@querent/contracts';
import type { RunStore } from '@querent/saga';
import type Redis from 'ioredis';

const LOOK_MS = 150;

/**
 * Looks at the states of all runs that are not over, in one round trip for all: polling each over HTTP would be most of
 * the load.
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
  private looking = false;
  private closed = false;

  constructor(
    private readonly redis: Redis,
    private readonly store: RunStore,
  ) {
    this.timer = setInterval(() => void this.look(), LOOK_MS);
  }

  add(id: string): void {
    if (!this.statuses.has(id)) this.open.add(id);
  }

  underWay = (): string[] => [...this.open];
  ended = (): number => this.endedAt.size;
  /** When it was first seen ended, by performance.now(). */
  endOf = (id: string): number | undefined => this.endedAt.get(id);

  /** The first state of that kind; null when this is closed before. */
  until(id: string, condition: (status: RunStatus) => boolean): Promise<RunStatus | null> {
    this.add(id);
    const status = this.statuses.get(id);
    if (status !== undefined && condition(status)) return Promise.resolve(status);
    if (this.closed) return Promise.resolve(null);
    return new Promise((resolve) => this.waiting.push({ id, until: condition, resolve }));
  }

  /** Nothing is waited for any more, now or later. */
  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const { resolve } of this.waiting.splice(0)) resolve(null);
  }

  private async look(): Promise<void> {
    if (this.looking || this.open.size === 0) return;
    this.looking = true;
    try {
      await this.read();
    } catch {
      // Redis is away just now: that is the play.
    } finally {
      this.looking = false;
    }
  }

  private async read(): Promise<void> {
    const ids = [...this.open];
    const pipeline = this.redis.pipeline();
    for (const id of ids) pipeline.hget(this.store.keys.run(id), 'status');
    const replies = (await pipeline.exec()) ?? [];
    for (const [at, id] of ids.entries()) {
      const [error, status] = replies[at] ?? [null, null];
      if (error === null && typeof status === 'string') this.saw(id, status as RunStatus);
    }
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
