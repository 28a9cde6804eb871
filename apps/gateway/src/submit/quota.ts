import type { Catalog } from '@querent/catalog';
import { Counter } from 'prom-client';
import { ProblemError } from '../problems/problem-error';
import type { GatewayServices } from '../gateway-services';

type Needs = Pick<GatewayServices, 'redis' | 'queues' | 'store' | 'env'> & { catalog: Pick<Catalog, 'limitsOf'>; metrics: Pick<GatewayServices['metrics'], 'registry'> };

/** What was read of Redis is believed for so long; what this gateway lets in meanwhile is counted on top. */
const TRUST_MS = 250;

interface Reading {
  count: number;
  readAt: number;
}

/**
 * Keeps one tenant, or a crowd, from burying the workers: questions per tenant and minute (counted in Redis, one number for all
 * gateways), questions of a tenant under way at once, and questions waiting for a worker. Between readings several gateways may let in a few more.
 */
export class Quota {
  private backlog: Reading = { count: 0, readAt: 0 };
  /** By tenant. One that is under way is shared: a crowd that asks meanwhile counts on top of it, too. */
  private readonly underWay = new Map<string, { readAt: number; reading: Promise<Pick<Reading, 'count'>> }>();
  private readonly refusals: Counter<'limit'>;

  constructor(private readonly services: Needs) {
    this.refusals = new Counter({ name: 'querent_quota_refusals_total', help: 'Questions refused with 429, by the limit that they met', labelNames: ['limit'], registers: [services.metrics.registry] });
  }

  /**
   * Counts one question. Throws `too_many_requests` with Retry-After.
   * @param now this gateway's own clock, ms: for how old its own readings are, nothing else
   */
  async take(tenant: string, now = Date.now()): Promise<void> {
    const { QUESTIONS_PER_MINUTE, IN_FLIGHT_PER_TENANT, MAX_BACKLOG } = this.services.env;
    const limits = this.services.catalog.limitsOf(tenant);
    const [minute, underWay] = await Promise.all([this.countInMinute(tenant), this.underWayOf(tenant, now), this.refreshBacklog(now)]);
    if (minute.asked > (limits.questionsPerMinute ?? QUESTIONS_PER_MINUTE)) throw this.refusal('per_minute', Math.ceil(minute.leftMs / 1000));
    if (underWay.count >= (limits.inFlight ?? IN_FLIGHT_PER_TENANT)) throw this.refusal('in_flight', 2);
    if (this.backlog.count >= MAX_BACKLOG) throw this.refusal('backlog', 5);
    underWay.count += 1;
    this.backlog.count += 1;
  }

  /** The place in line of a question that `take` has let in. */
  turnOf(tenant: string): Promise<number> {
    return this.services.store.turns.take(tenant, this.services.catalog.limitsOf(tenant).weight ?? 1);
  }

  private refusal(limit: string, seconds: number): ProblemError {
    this.refusals.inc({ limit });
    return new ProblemError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
  }

  /** The minute is that of the clock which all gateways share: each by its own, they would count in several at once. */
  private async countInMinute(tenant: string): Promise<{ asked: number; leftMs: number }> {
    const now = await this.services.store.now();
    const key = `${this.services.store.settings.prefix}:quota:${tenant}:${Math.floor(now / 60_000)}`;
    const replies = await this.services.redis.pipeline().incr(key).pexpire(key, 120_000).exec();
    const [error, count] = replies?.[0] ?? [new Error('Connection is closed.'), 0];
    if (error) throw error;
    return { asked: Number(count), leftMs: 60_000 - (now % 60_000) };
  }

  private underWayOf(tenant: string, now: number): Promise<Pick<Reading, 'count'>> {
    const known = this.underWay.get(tenant);
    if (known !== undefined && now - known.readAt < TRUST_MS) return known.reading;
    const reading = this.services.store.census.inFlight(tenant).then((count) => ({ count }));
    this.underWay.set(tenant, { readAt: now, reading });
    reading.catch(() => this.underWay.delete(tenant));
    return reading;
  }

  private async refreshBacklog(now: number): Promise<void> {
    if (now - this.backlog.readAt < TRUST_MS) return;
    // Only one reads at a time.
    this.backlog.readAt = now;
    const counts = await Promise.all(this.services.queues.map((queue) => queue.getJobCountByTypes('wait', 'prioritized')));
    this.backlog.count = counts.reduce((sum, count) => sum + count, 0);
  }
}
