import type { Catalog } from '@querent/catalog';
import { Counter } from 'prom-client';
import { ProblemError } from '../problems/problem-error';
import type { GatewayServices } from '../gateway-services';
import type { KeptBound } from './kept-bound';
import { CountedPlaces, type Place } from './counted-places';

type Needs = Pick<GatewayServices, 'redis' | 'queues' | 'store' | 'env'> & {
  catalog: Pick<Catalog, 'limitsOf'>;
  metrics: Pick<GatewayServices['metrics'], 'registry'>;
};

/**
 * Keeps one tenant, or a crowd, from burying the workers: questions per tenant and minute, those that the cache answers
 * too (counted in Redis, one number for all gateways), questions of a tenant under way at once, and questions waiting
 * for a worker. Between readings several gateways may let in a few more.
 */
export class Quota {
  private readonly backlog = new CountedPlaces(() => this.waiting());
  private readonly underWay = new Map<string, CountedPlaces>();
  private readonly refusals: Counter<'limit'>;

  constructor(
    private readonly services: Needs,
    private readonly kept: Pick<KeptBound, 'makeRoom'>,
  ) {
    this.refusals = new Counter({
      name: 'querent_quota_refusals_total',
      help: 'Questions refused with 429, by the limit that they met',
      labelNames: ['limit'],
      registers: [services.metrics.registry],
    });
  }

  /**
   * Counts one question, unless it is refused. Throws `too_many_requests` with Retry-After.
   * @param now this gateway's own clock, ms: for how old its own readings are, nothing else
   * @returns to be called once its run is made, or will not be
   */
  async take(tenant: string, now = Date.now()): Promise<() => void> {
    const { IN_FLIGHT_PER_TENANT, MAX_BACKLOG } = this.services.env;
    const limits = this.services.catalog.limitsOf(tenant);
    const places: Place[] = [];
    try {
      places.push(
        (await this.underWayOf(tenant).enter(limits.inFlight ?? IN_FLIGHT_PER_TENANT, now)) ??
          this.refuse('in_flight', 2),
      );
      places.push((await this.backlog.enter(MAX_BACKLOG, now)) ?? this.refuse('backlog', 5));
      await this.takeOfMinute(tenant);
    } catch (error) {
      for (const place of places) place.left();
      throw error;
    }
    return () => places.forEach((place) => place.counted());
  }

  /**
   * Counts one question in its minute: all that is asked of one which the cache answers, for it waits for no worker,
   * but its run and its entry in the audit trail are kept like any other's. Throws `too_many_requests` with
   * Retry-After.
   */
  async takeOfMinute(tenant: string): Promise<void> {
    const most = this.services.catalog.limitsOf(tenant).questionsPerMinute ?? this.services.env.QUESTIONS_PER_MINUTE;
    // Room is made by those who are refused, too: the bound holds sooner.
    const [minute] = await Promise.all([this.countInMinute(tenant), this.kept.makeRoom(tenant)]);
    if (minute.asked > most) this.refuse('per_minute', Math.ceil(minute.leftMs / 1000));
  }

  /** The place in line of a question that `take` has let in. */
  turnOf(tenant: string): Promise<number> {
    return this.services.store.turns.take(tenant, this.services.catalog.limitsOf(tenant).weight ?? 1);
  }

  private refuse(limit: string, seconds: number): never {
    this.refusals.inc({ limit });
    throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
  }

  /** The minute is that of the clock which all gateways share: each by its own, they would count in several at once. */
  private async countInMinute(tenant: string): Promise<{ asked: number; leftMs: number }> {
    const now = await this.services.store.now();
    const key = this.services.store.keys.quota(tenant, Math.floor(now / 60_000));
    const replies = await this.services.redis.pipeline().incr(key).pexpire(key, 120_000).exec();
    const [error, count] = replies?.[0] ?? [new Error('Connection is closed.'), 0];
    if (error) throw error;
    return { asked: Number(count), leftMs: 60_000 - (now % 60_000) };
  }

  private underWayOf(tenant: string): CountedPlaces {
    const known = this.underWay.get(tenant) ?? new CountedPlaces(() => this.services.store.census.inFlight(tenant));
    this.underWay.set(tenant, known);
    return known;
  }

  private async waiting(): Promise<number> {
    const counts = await Promise.all(
      this.services.queues.map((queue) => queue.getJobCountByTypes('wait', 'prioritized')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
