import type { Catalog } from '@querent/catalog';
import DataLoader from 'dataloader';
import { Counter } from 'prom-client';
import { ProblemError } from '../problems/problem-error';
import type { GatewayServices } from '../gateway-services';
import type { KeptBound } from './kept-bound';
import type { RedisRoom } from './redis-room';
import { type Slot, SlotLimiter } from './slot-limiter';

/** Lifetime of the count of a minute, ms. */
const MINUTE_TTL_MS = 120_000;

/** The number of a question in its minute, and the rest of the minute, ms. */
interface Counted {
  asked: number;
  leftMs: number;
}

type Needs = Pick<GatewayServices, 'redis' | 'queues' | 'store' | 'env'> & {
  catalog: Pick<Catalog, 'limitsOf'>;
  metrics: Pick<GatewayServices['metrics'], 'registry'>;
};

/**
 * Admission control that protects the workers: questions per tenant and minute, cached answers included (counted in
 * Redis for all gateways together), runs in progress per tenant, and questions waiting for a worker. Between readings,
 * several gateways together may admit a few more.
 */
export class Quota {
  private readonly backlog = new SlotLimiter(() => this.waiting());
  private readonly inProgress = new Map<string, SlotLimiter>();
  private readonly refusals: Counter<'limit'>;
  private readonly counts = new DataLoader((tenants: readonly string[]) => this.countAll(tenants), { cache: false });

  constructor(
    private readonly services: Needs,
    private readonly kept: Pick<KeptBound, 'makeRoom'>,
    private readonly room: Pick<RedisRoom, 'demand'>,
  ) {
    this.refusals = new Counter({
      name: 'querent_quota_refusals_total',
      help: 'Questions refused with 429, by the limit that was reached',
      labelNames: ['limit'],
      registers: [services.metrics.registry],
    });
  }

  /**
   * Takes the slots of a question that `takeOfMinute` has admitted. Throws `too_many_requests` with Retry-After; the
   * question then no longer counts in its minute.
   * @param now clock of this gateway, ms; used only for the age of its readings
   * @returns function to call once the run is created, or will not be
   */
  async take(tenant: string, now = Date.now()): Promise<() => void> {
    const { IN_FLIGHT_PER_TENANT, MAX_BACKLOG } = this.services.env;
    const limits = this.services.catalog.limitsOf(tenant);
    const slots: Slot[] = [];
    try {
      slots.push(
        (await this.inProgressOf(tenant).enter(limits.inFlight ?? IN_FLIGHT_PER_TENANT, now)) ??
          this.refuse('in_flight', 2),
      );
      slots.push((await this.backlog.enter(MAX_BACKLOG, now)) ?? this.refuse('backlog', 5));
    } catch (error) {
      for (const slot of slots) slot.release();
      await this.giveBack(tenant).catch(() => undefined);
      throw error;
    }
    return () => slots.forEach((slot) => slot.counted());
  }

  /**
   * Counts one question against the limit per minute. It is the only limit for a cached answer, which needs no worker
   * but is stored and audited like any other. Throws `too_many_requests` or `storage_full`, with Retry-After.
   */
  async takeOfMinute(tenant: string): Promise<void> {
    await this.room.demand();
    const most = this.services.catalog.limitsOf(tenant).questionsPerMinute ?? this.services.env.QUESTIONS_PER_MINUTE;
    // Refused questions free space too, so the memory limit is reached sooner.
    const { asked, leftMs } = await this.counts.load(tenant);
    if (asked > most) this.refuse('per_minute', Math.ceil(leftMs / 1000));
  }

  /** Fair-queueing priority of a question that `take` has admitted. */
  turnOf(tenant: string): Promise<number> {
    return this.services.store.turns.take(tenant, this.services.catalog.limitsOf(tenant).weight ?? 1);
  }

  private refuse(limit: string, seconds: number): never {
    this.refusals.inc({ limit });
    throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
  }

  /** The numbers of the questions of one turn of the event loop in their minute: one command per tenant. */
  private async countAll(tenants: readonly string[]): Promise<(Counted | Error)[]> {
    const counted = new Map<string, Counted | Error>();
    await Promise.all(
      [...new Set(tenants)].map(async (tenant) => {
        const more = tenants.filter((one) => one === tenant).length;
        const result = Promise.all([this.countInMinute(tenant, more), this.kept.makeRoom(tenant)]);
        counted.set(tenant, await result.then(([first]) => first).catch((error: Error) => error));
      }),
    );
    return tenants.map((tenant, at) => {
      const found = counted.get(tenant) ?? new Error('The question was not counted');
      const earlier = tenants.slice(0, at).filter((one) => one === tenant).length;
      return found instanceof Error ? found : { ...found, asked: found.asked + earlier };
    });
  }

  /**
   * Uses Redis's clock: with their own clocks, gateways would count in different minutes.
   * @returns the number of the first of `more` questions in its minute
   */
  private async countInMinute(tenant: string, more: number): Promise<Counted> {
    const { key, leftMs } = await this.minuteOf(tenant);
    const { redis } = this.services;
    const [count] = await Promise.all([redis.incrby(key, more), redis.pexpire(key, MINUTE_TTL_MS)]);
    return { asked: count - more + 1, leftMs };
  }

  private async giveBack(tenant: string): Promise<void> {
    const { key } = await this.minuteOf(tenant);
    const { redis } = this.services;
    await Promise.all([redis.decr(key), redis.pexpire(key, MINUTE_TTL_MS)]);
  }

  private async minuteOf(tenant: string): Promise<{ key: string; leftMs: number }> {
    const now = await this.services.store.now();
    return {
      key: this.services.store.keys.quota(tenant, Math.floor(now / 60_000)),
      leftMs: 60_000 - (now % 60_000),
    };
  }

  private inProgressOf(tenant: string): SlotLimiter {
    const known = this.inProgress.get(tenant) ?? new SlotLimiter(() => this.services.store.census.inFlight(tenant));
    this.inProgress.set(tenant, known);
    return known;
  }

  private async waiting(): Promise<number> {
    const counts = await Promise.all(
      this.services.queues.map((queue) => queue.getJobCountByTypes('wait', 'prioritized')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
