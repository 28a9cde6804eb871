import { AuditMover } from '@querent/audit';
import { scanKeys, type RedisClient } from '@querent/platform';
import { RunMover, type RunStore } from '@querent/saga';
import type { History } from './history';
import type { HistoryTable } from './partitions';
import type { KeptDays } from './retention';

/** Interval of rounds without work, ms. */
const IDLE_MS = 10_000;
/** Wait after a failed round, ms: the first, and the longest. */
const RETRY_MS = [1_000, 30_000] as const;
/** Interval of announcements, of new days and of removals, ms. */
const HOUSEKEEPING_MS = 10 * 60_000;
/** Interval of searches for runs that no version announced for the history, ms. */
const SEARCH_MS = 24 * 3_600_000;
/** Time without a gateway after which processes no longer note finished runs for the history, ms. */
const ANNOUNCED_MS = 24 * 3_600_000;

export interface HistoryMovingParts {
  /** A connection for this purpose alone. */
  redis: RedisClient;
  store: RunStore;
  history: History;
  /** The days of each kind now. */
  kept: () => Record<HistoryTable, KeptDays>;
  report: {
    moved(kind: 'runs' | 'entries', count: number): void;
    /** The history does not take a run: its data is at fault. */
    refused(id: string, error: unknown): void;
    succeeded(): void;
    /** A round failed, and will be repeated. */
    failed(error: unknown): void;
    dropped(table: HistoryTable, days: readonly string[]): void;
    warn(fields: object, message: string): void;
  };
}

/**
 * Moves finished runs and audit entries to the history in the background, prepares its tables, and removes what has
 * expired there. Every gateway does; they share the work. A history that is away delays the moves: the runs stay in
 * Redis, for longer than their retention if necessary.
 */
export class HistoryMoving {
  private readonly runs: RunMover;
  private readonly entries: AuditMover;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private failures = 0;
  private housekeepingAt = 0;
  private searchAt = 0;

  constructor(private readonly parts: HistoryMovingParts) {
    const { redis, store, history, report } = parts;
    this.runs = new RunMover(redis, store, history.runs, report.refused);
    this.entries = new AuditMover(redis, store.settings.prefix, history.audit, report.warn);
  }

  start(): void {
    const tick = (): void => {
      if (this.stopped) return;
      this.running = this.round().then((waitMs) => {
        if (!this.stopped) this.timer = setTimeout(tick, waitMs);
      });
    };
    tick();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Moves a tenant's runs that would expire first, even if they finished just now. */
  async moveEarly(tenant: string, most: number): Promise<void> {
    await this.runs.moveEarly(await this.parts.store.kept.oldest(tenant, most));
  }

  /** Runs that may move now, and how late the first of them is, ms. */
  async backlog(): Promise<{ runs: number; lateMs: number }> {
    const { store } = this.parts;
    const now = await store.now();
    const all = await Promise.all(store.keys.allForHistory().map((keys) => this.runs.backlog(keys, now)));
    return {
      runs: all.reduce((sum, { runs }) => sum + runs, 0),
      lateMs: Math.max(...all.map(({ lateMs }) => lateMs)),
    };
  }

  /** One round. Returns the time until the next one, ms. Never rejects. */
  async round(): Promise<number> {
    try {
      await this.keepHouse();
      const moved = await this.moveAll();
      this.failures = 0;
      this.parts.report.succeeded();
      return moved === 0 ? IDLE_MS : 0;
    } catch (error) {
      this.parts.report.failed(error);
      await this.extendLives().catch((failure: unknown) => this.parts.report.failed(failure));
      const [first, longest] = RETRY_MS;
      return Math.min(longest, first * 2 ** this.failures++);
    }
  }

  /** One batch of each partition, and one of each trail. Returns the number of moved and refused runs and entries. */
  private async moveAll(): Promise<number> {
    const { store, report } = this.parts;
    let done = 0;
    for (const keys of store.keys.allForHistory()) {
      if (this.stopped) break;
      const { moved, refused } = await this.runs.moveNext(keys);
      done += moved + refused;
      if (moved > 0) report.moved('runs', moved);
    }
    const entries = this.stopped ? 0 : await this.entries.moveNext();
    if (entries > 0) report.moved('entries', entries);
    return done + entries;
  }

  private async keepHouse(): Promise<void> {
    if (performance.now() < this.housekeepingAt) return;
    const isNew = await this.announce();
    if (isNew || performance.now() >= this.searchAt) await this.findUnannounced();
    const { history, kept, report } = this.parts;
    await history.prepare(Date.now());
    for (const [table, days] of Object.entries(kept()) as [HistoryTable, KeptDays][]) {
      const dropped = await history.removeExpired(table, days, Date.now());
      if (dropped.length > 0) report.dropped(table, dropped);
    }
    this.housekeepingAt = performance.now() + HOUSEKEEPING_MS;
  }

  /** Lets all processes note finished runs and trails for the history. Returns whether some did not before. */
  private async announce(): Promise<boolean> {
    const { redis, store, history } = this.parts;
    const before = await Promise.all(
      store.keys.allForHistory().map(({ inUse }) => redis.set(inUse, history.runs.afterMs, 'PX', ANNOUNCED_MS, 'GET')),
    );
    return (await this.entries.announce(ANNOUNCED_MS)) || before.includes(null);
  }

  /** Notes all finished runs and all trails, as the first gateway with a history does, and each one once a day. */
  private async findUnannounced(): Promise<void> {
    const { redis, store } = this.parts;
    await this.entries.findTrails();
    for await (const keys of scanKeys(redis, store.keys.allRuns())) {
      const ids = keys.flatMap((key) => /:run:([^:]+)$/.exec(key)?.[1] ?? []);
      await Promise.all(
        ids.map(async (id) => {
          const finishedAt = await redis.hget(store.keys.run(id), 'finishedAt');
          if (finishedAt)
            await redis.zadd(
              store.keys.forHistory(id).due,
              'NX',
              Date.parse(finishedAt) + this.parts.history.runs.afterMs,
              id,
            );
        }),
      );
    }
    this.searchAt = performance.now() + SEARCH_MS;
  }

  private async extendLives(): Promise<void> {
    for (const keys of this.parts.store.keys.allForHistory()) await this.runs.extendNext(keys);
  }
}
