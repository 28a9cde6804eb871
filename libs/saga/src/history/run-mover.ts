import { isTerminal, type RunStatus } from '@querent/contracts';
import type { HistoryKeys, RedisClient, RedisKeys } from '@querent/platform';
import { KeptRuns } from '../kept/kept-runs';
import { INDEX_PAGE } from '../results/result-store-pages';
import { keysBeside } from '../runs/keys-beside';
import { wholeRun } from '../runs/run-codec';
import type { RunStore } from '../runs/run-store';
import { withSagaScripts, type SagaRedis } from '../runs/scripts';
import { noteEarly } from './early-moves';
import forgetSource from './forget-moved.lua';
import { HistoryAwayError, type HistoryWriter, type MovingRun, type StoredPage } from './run-history';

interface Scripts {
  querentForgetMoved(keys: number, ...keysAndArguments: (string | number)[]): Promise<number>;
}

/** Most runs of one transaction: a larger one occupies the process for longer than a question should wait. */
const AT_ONCE = 10;
const READ_AT_ONCE = 5;
/** A transaction ends when its pages reach this size, bytes. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Time in which a mover must complete a batch; then others take its runs. */
const LEASE_MS = 60_000;
/** Remaining lifetime of runs that may move early: any. */
const EARLY = Number.MAX_SAFE_INTEGER;
/** Time until a run is tried again that could not be stored. */
const RETRY_MS = 10 * 60_000;

/** A run that was read, and its auxiliary keys in Redis. */
interface Reading extends MovingRun {
  beside: string[];
}

/** What became of a batch. */
export interface MovedBatch {
  /** Runs that were removed from Redis. */
  moved: number;
  /** Runs that the history refused. */
  refused: number;
}

/**
 * Moves finished runs from Redis to the history: each is stored there first and then removed here, if it has not
 * changed since. Any number of movers may work at once: a run is leased to one of them, and storing it again changes
 * nothing.
 */
export class RunMover {
  private readonly redis: SagaRedis & Scripts;
  private readonly keys: RedisKeys;
  private readonly kept: KeptRuns;

  /** @param redis a connection for this purpose alone: the pages of results are large */
  constructor(
    redis: RedisClient,
    private readonly store: RunStore,
    private readonly history: HistoryWriter,
    private readonly onRefused: (id: string, error: unknown) => void,
  ) {
    this.redis = withSagaScripts(redis) as SagaRedis & Scripts;
    if (typeof this.redis.querentForgetMoved !== 'function')
      redis.defineCommand('querentForgetMoved', { lua: forgetSource });
    this.keys = store.keys;
    this.kept = new KeptRuns(redis, store.keys, store.settings);
  }

  /** Moves the next due runs of a partition. @throws HistoryAwayError, or the error of an unavailable Redis */
  async moveNext({ due }: HistoryKeys): Promise<MovedBatch> {
    const [, , ...ids] = await this.redis.querentTakeDue(due, LEASE_MS, AT_ONCE);
    return this.move(ids, this.unusedMs());
  }

  /** Moves runs of a tenant at once, even if they finished just now. */
  async moveEarly(ids: readonly string[]): Promise<void> {
    await this.move(ids, EARLY);
  }

  /**
   * Extends the lifetime of the next due runs of a partition that have spent half of it, so that an unavailable history
   * loses none.
   */
  async extendNext({ due }: HistoryKeys): Promise<void> {
    const [, , ...ids] = await this.redis.querentTakeDue(due, LEASE_MS, AT_ONCE);
    await Promise.all(ids.map((id) => this.extendLife(id)));
  }

  /** Number of a partition's runs that may move now, and how late the first of them is, ms. */
  async backlog({ due }: HistoryKeys, now: number): Promise<{ runs: number; lateMs: number }> {
    const [runs, [first]] = await Promise.all([
      this.redis.zcount(due, '-inf', now),
      this.redis.zrangebyscore(due, '-inf', now, 'LIMIT', 0, 1),
    ]);
    if (first === undefined) return { runs, lateMs: 0 };
    return { runs, lateMs: Math.max(0, this.unusedMs() - (await this.redis.pttl(this.keys.run(first)))) };
  }

  /** Remaining lifetime of a finished run that nothing has used for the time that it stays in Redis, ms. */
  private unusedMs(): number {
    return this.store.settings.retentionMs - this.history.afterMs;
  }

  /** Gives a run that has spent half of its lifetime the whole of it again, with its auxiliary keys. */
  private async extendLife(id: string): Promise<void> {
    const { retentionMs } = this.store.settings;
    const left = await this.redis.pttl(this.keys.run(id));
    // Below zero: the run is missing, or active again and has no end.
    if (left < 0 || left >= retentionMs / 2) return;
    const hash = await this.redis.hgetall(this.keys.run(id));
    const { tenant } = hash;
    if (tenant === undefined) return;
    const pipeline = this.redis.pipeline();
    for (const key of [this.keys.run(id), ...keysBeside(this.keys, id, hash)]) pipeline.pexpire(key, retentionMs);
    await pipeline.exec();
    await this.kept.prolong({ id, tenant }, (await this.store.now()) + retentionMs);
  }

  private async move(ids: readonly string[], unusedMs: number): Promise<MovedBatch> {
    const waiting = [...ids];
    let [moved, refused] = [0, 0];
    while (waiting.length > 0) {
      const taken: string[] = [];
      const read = (): Promise<Reading[]> => this.readSome(waiting, taken, unusedMs);
      try {
        const stored = await this.history.store(read);
        if (unusedMs === EARLY) await noteEarly(this.redis, this.keys, stored, this.history.afterMs);
        moved += await this.forgetAll(stored, unusedMs);
      } catch (error) {
        if (error instanceof HistoryAwayError || taken.length === 0) throw error;
        // One run that the history refuses must not keep the others from moving.
        if (taken.length === 1) refused += await this.postpone(taken[0] ?? '', error);
        else
          for (const id of taken) {
            const one = await this.move([id], unusedMs);
            [moved, refused] = [moved + one.moved, refused + one.refused];
          }
      }
    }
    return { moved, refused };
  }

  private async postpone(id: string, error: unknown): Promise<number> {
    this.onRefused(id, error);
    await this.extendLife(id);
    const { due } = this.keys.forHistory(id);
    await this.redis.zadd(due, 'XX', (await this.store.now()) + RETRY_MS, id);
    return 1;
  }

  /** Takes runs from `waiting` into `taken` and reads them, up to the size of a batch. */
  private async readSome(waiting: string[], taken: string[], unusedMs: number): Promise<Reading[]> {
    const runs: Reading[] = [];
    let bytes = 0;
    while (waiting.length > 0 && bytes < BATCH_BYTES) {
      const ids = waiting.splice(0, READ_AT_ONCE);
      taken.push(...ids);
      for (const run of await Promise.all(ids.map((id) => this.read(id, unusedMs)))) {
        if (run === null) continue;
        runs.push(run);
        bytes += run.pages.reduce((sum, { content }) => sum + content.length, 0);
      }
    }
    return runs;
  }

  /** Null for a run that may not move. */
  private async read(id: string, unusedMs: number): Promise<Reading | null> {
    const [run, { due }] = [this.keys.run(id), this.keys.forHistory(id)];
    const [hash, events, left] = await Promise.all([
      this.redis.hgetall(run),
      this.store.eventTexts(id),
      this.redis.pttl(run),
    ]);
    const { tenant, keyName } = hash;
    if (tenant === undefined || keyName === undefined || !isTerminal(hash['status'] as RunStatus)) {
      await this.redis.zrem(due, id);
      return null;
    }
    if (hash['letter'] !== undefined) return null;
    if (left > unusedMs) {
      await this.redis.zadd(due, 'XX', (await this.store.now()) + left - unusedMs, id);
      return null;
    }
    const [whole, listed] = await Promise.all([
      wholeRun(id, hash, this.store.elsewhere),
      this.redis.zscore(this.keys.listsOf(id, tenant, keyName)[1], id),
    ]);
    const result = resultOf(id, whole.members);
    return {
      id,
      hash: whole.hash,
      events,
      listedAt: listed === null ? Date.parse(hash['createdAt'] ?? '') : Number(listed),
      result,
      pages: result === null ? [] : await this.pagesOf(result),
      beside: keysBeside(this.keys, id, hash),
    };
  }

  private async pagesOf({ run, blob }: Pick<StoredPage, 'run' | 'blob'>): Promise<StoredPage[]> {
    const pages = await this.redis.hgetallBuffer(this.keys.blob(run, blob));
    return Object.entries(pages).flatMap(([field, content]) =>
      field === 'writer' ? [] : [{ run, blob, page: field === 'index' ? INDEX_PAGE : Number(field), content }],
    );
  }

  private async forgetAll(runs: readonly Reading[], unusedMs: number): Promise<number> {
    const forgotten = await Promise.all(runs.map((run) => this.forget(run, unusedMs)));
    const byTenant = new Map<string, string[]>();
    for (const [at, { id, hash }] of runs.entries())
      if (forgotten[at]) byTenant.set(hash['tenant'] ?? '', [...(byTenant.get(hash['tenant'] ?? '') ?? []), id]);
    await Promise.all(
      // Not essential: the entry of a removed run expires with its time.
      [...byTenant].map(([tenant, ids]) => this.kept.releaseAll(tenant, ids).catch(() => undefined)),
    );
    return forgotten.filter(Boolean).length;
  }

  private async forget({ id, hash, beside }: Reading, unusedMs: number): Promise<boolean> {
    const keys = [
      this.keys.run(id),
      ...this.keys.listsOf(id, hash['tenant'] ?? '', hash['keyName'] ?? ''),
      this.keys.forHistory(id).due,
      ...beside,
    ];
    return (await this.redis.querentForgetMoved(keys.length, ...keys, id, hash['version'] ?? '', unusedMs)) === 1;
  }
}

/** Where the result of a run is: at the run itself, or at the run whose answer it shares, `<run>/<blob>`. */
function resultOf(id: string, members: Record<string, unknown>): MovingRun['result'] {
  const { result } = members as { result?: { blob?: unknown } | null };
  if (typeof result?.blob !== 'string') return null;
  const [run, blob] = result.blob.split('/', 2);
  return blob === undefined ? { run: id, blob: result.blob } : { run: run ?? '', blob };
}
