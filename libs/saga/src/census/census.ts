import { runStatusSchema, type RunStatus } from '@querent/contracts';
import type { RedisClient, RedisKeys } from '@querent/platform';
import recountSource from './recount.lua';

type CountingRedis = RedisClient & { querentRecount(due: string, census: string, runPrefix: string): Promise<number> };

/** Counts unfinished runs. `advance` updates the counts in the same step as the state. */
export class Census {
  private readonly redis: CountingRedis;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {
    this.redis = redis as CountingRedis;
    if (typeof this.redis.querentRecount !== 'function')
      redis.defineCommand('querentRecount', { numberOfKeys: 2, lua: recountSource });
  }

  /** A tenant's active runs. Runs that await a clarification are not counted. */
  async inFlight(tenant: string): Promise<number> {
    const counts = await Promise.all(this.keys.allCensuses().map((census) => this.redis.hget(census, `t:${tenant}`)));
    return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
  }

  /** Active runs of all tenants. */
  async underWay(): Promise<number> {
    const states = await this.byState();
    return [...states].reduce((sum, [status, count]) => sum + (status === 'awaiting_clarification' ? 0 : count), 0);
  }

  /** Unfinished runs by state. */
  async byState(): Promise<Map<RunStatus, number>> {
    const found = await Promise.all(this.keys.allCensuses().map((census) => this.redis.hgetall(census)));
    const states = new Map<RunStatus, number>();
    for (const [field, count] of found.flatMap((census) => Object.entries(census))) {
      const status = runStatusSchema.safeParse(field.slice(2));
      // A count can be negative while workers of a version without the census are running.
      if (field.startsWith('s:') && status.success)
        states.set(status.data, Math.max(0, (states.get(status.data) ?? 0) + Number(count)));
    }
    return states;
  }

  /** Rebuilds the counts from the runs. Takes about 20 µs per run, one partition at a time. */
  async recount(): Promise<void> {
    for (const { due, census, runPrefix } of this.keys.partitions())
      await this.redis.querentRecount(due, census, runPrefix);
  }
}
