import { runStatusSchema, type RunStatus } from '@querent/contracts';
import type { RedisClient, RedisKeys } from '@querent/platform';
import recountSource from './recount.lua';

type CountingRedis = RedisClient & { querentRecount(due: string, census: string, runsBegin: string): Promise<number> };

/** How many runs there are that are not over, kept by `advance` in the step that changes a state. */
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

  /** A tenant's runs under way; those that wait for their asker are not counted. */
  async inFlight(tenant: string): Promise<number> {
    const counts = await Promise.all(this.keys.allCensuses().map((census) => this.redis.hget(census, `t:${tenant}`)));
    return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
  }

  /** All tenants' runs under way. */
  async underWay(): Promise<number> {
    const states = await this.byState();
    return [...states].reduce((sum, [status, count]) => sum + (status === 'awaiting_clarification' ? 0 : count), 0);
  }

  /** Runs by the state they are in, of states that are not the last. */
  async byState(): Promise<Map<RunStatus, number>> {
    const found = await Promise.all(this.keys.allCensuses().map((census) => this.redis.hgetall(census)));
    const states = new Map<RunStatus, number>();
    for (const [field, count] of found.flatMap((census) => Object.entries(census))) {
      const status = runStatusSchema.safeParse(field.slice(2));
      // Negative for a while where workers of a version without the census are at work.
      if (field.startsWith('s:') && status.success)
        states.set(status.data, Math.max(0, (states.get(status.data) ?? 0) + Number(count)));
    }
    return states;
  }

  /** Counts anew what is there. Takes some 20 µs a run, a partition at a time. */
  async recount(): Promise<void> {
    for (const { due, census, runsBegin } of this.keys.partitions())
      await this.redis.querentRecount(due, census, runsBegin);
  }
}
