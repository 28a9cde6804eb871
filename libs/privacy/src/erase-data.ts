import { keyReader, scanKeys, summarizeFailures, type KnownKey, type RedisClient } from '@querent/platform';
import { CallbackQueue, type RunStore } from '@querent/saga';
import type { Erasure } from './erasures';
import { endRun, ownRuns, type OwnRun } from './own-runs';
import { isFeedbackOf, runOfJob, takeOut } from './shared-parts';
import { isNamedFor } from './tenant-key';

export interface EraseDeps {
  store: RunStore;
  redis: RedisClient;
  /** Redis of the caches; the same connection if they have no separate one. */
  caches: RedisClient;
  /** Removes a job from its queue; false while a worker is processing it. */
  removeJob(queue: string, jobId: string): Promise<boolean>;
}

/** Number of erased keys, or parts of shared keys, by key family. */
export type Erased = Record<string, number>;

/**
 * One round of erasing a tenant's data: ends its runs, scans all keys, erases the tenant's data, and erases its runs
 * last, so that the next round finds everything that an interrupted round left.
 * @param erased counters, updated during the round
 * @returns runs that cannot be erased yet: a worker is processing their job, or only a newer version may change them
 * @throws the first ten failures at the end of the round; immediately if keys cannot be listed, because the runs must
 * then be kept
 */
export async function eraseData(
  deps: EraseDeps,
  { tenant, requestedAt }: Pick<Erasure, 'tenant' | 'requestedAt'>,
  erased: Erased,
): Promise<number> {
  const round = new Round(deps, tenant, erased);
  await round.find(requestedAt);
  await round.walk(deps.redis);
  if (deps.caches !== deps.redis) await round.walk(deps.caches);
  await round.dropRuns();
  if (round.failures.length > 0)
    throw new Error(`Not all could be erased: ${summarizeFailures(round.failures.map(String))}`);
  return round.waiting;
}

class Round {
  waiting = 0;
  readonly failures: unknown[] = [];
  private runs = new Map<string, OwnRun>();
  private later = new Set<string>();
  /** Auxiliary keys of each run, and its jobs. */
  private readonly beside = new Map<string, { key: string; known: KnownKey }[]>();
  private readonly exists = new Map<string, Promise<boolean>>();

  constructor(
    private readonly deps: EraseDeps,
    private readonly tenant: string,
    private readonly erased: Erased,
  ) {}

  async find(requestedAt: string): Promise<void> {
    const { redis, store } = this.deps;
    ({ runs: this.runs, later: this.later } = await ownRuns(redis, store, this.tenant, requestedAt));
    for (const { id } of this.runs.values()) {
      if (await this.tried(endRun(store, id))) continue;
      this.runs.delete(id);
      this.later.add(id);
      this.waiting += 1;
    }
  }

  async walk(redis: RedisClient): Promise<void> {
    const read = keyReader(this.deps.store.settings.prefix);
    for await (const keys of scanKeys(redis, '*')) {
      for (const key of keys) {
        const known = read(key);
        if (known !== null) await this.tried(this.eraseKey(redis, key, known));
      }
    }
  }

  /** Erases a run after its auxiliary keys and jobs: a worker that still processes it would write new data. */
  async dropRuns(): Promise<void> {
    for (const run of this.runs.values()) await this.tried(this.dropRun(run));
  }

  private async dropRun(run: OwnRun): Promise<void> {
    const { redis, store } = this.deps;
    const beside = this.beside.get(run.id) ?? [];
    if (!(await this.removeJobs(beside))) {
      this.waiting += 1;
      return;
    }
    for (const { key, known } of beside) if (known.family.name !== 'jobs') this.count(known, await redis.unlink(key));
    await this.leaveIndexes(run);
    const deleted = await redis.unlink(store.keys.run(run.id));
    this.erased['runs'] = (this.erased['runs'] ?? 0) + deleted;
  }

  /** Collects a failure without stopping the round; the next round retries it. Returns undefined then. */
  private tried<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error: unknown) => void this.failures.push(error));
  }

  private async eraseKey(redis: RedisClient, key: string, known: KnownKey): Promise<void> {
    const { family, parts } = known;
    if (family.owner === 'run') {
      const id = family.name === 'jobs' ? runOfJob(parts['job'] ?? '') : (parts['run'] ?? '');
      if (this.runs.has(id) && family.name !== 'runs')
        this.beside.set(id, [...(this.beside.get(id) ?? []), { key, known }]);
      else if (family.name === 'feedback' && (await isFeedbackOf(redis, key, this.tenant)) && !this.later.has(id))
        this.count(known, await redis.unlink(key));
      return;
    }
    if (family.owner === 'unknown' || isNamedFor(this.tenant, known)) this.count(known, await redis.unlink(key));
    else if (family.owner === 'parts') {
      this.count(
        known,
        (await takeOut[family.name]?.({
          redis,
          key,
          parts,
          tenant: this.tenant,
          store: this.deps.store,
          isErased: (id) => this.isErased(id),
        })) ?? 0,
      );
    }
  }

  private async removeJobs(beside: readonly { known: KnownKey }[]): Promise<boolean> {
    for (const { known } of beside) {
      if (known.family.name !== 'jobs') continue;
      if (!(await this.deps.removeJob(known.parts['queue'] ?? '', known.parts['job'] ?? ''))) return false;
      this.count(known, 1);
    }
    return true;
  }

  private async leaveIndexes({ id, keyName }: OwnRun): Promise<void> {
    const { redis, store } = this.deps;
    const { keys } = store;
    for (const list of keys.listsOf(id, this.tenant, keyName)) await redis.zrem(list, id);
    await store.due.drop(id);
    await redis.zrem(keys.forHistory(id).due, id);
    await new CallbackQueue(redis, keys).forget(id);
  }

  /** Whether the run is being erased or does not exist (any more). */
  private async isErased(id: string): Promise<boolean> {
    if (this.runs.has(id)) return true;
    if (this.later.has(id)) return false;
    const { redis, store } = this.deps;
    const known = this.exists.get(id) ?? redis.exists(store.keys.run(id)).then((count) => count === 1);
    this.exists.set(id, known);
    return !(await known);
  }

  private count({ family }: KnownKey, by: number): void {
    if (by > 0) this.erased[family.name] = (this.erased[family.name] ?? 0) + by;
  }
}
