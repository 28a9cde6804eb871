import { audienceOf } from '@querent/catalog';
import { Conversations } from '@querent/memory';
import { Counter } from 'prom-client';
import type { GatewayServices } from '../gateway-services';

const MEGABYTE = 1024 * 1024;
/** A tenant at its bound drops runs with every question: warned of once in so many. */
const DROPPED_BETWEEN_WARNINGS = 10_000;

type Needs = Pick<GatewayServices, 'redis' | 'store' | 'cache' | 'catalog' | 'env' | 'logger' | 'metrics'>;

/** The bytes that a tenant's finished runs may take in Redis. */
export const mostKept = ({ catalog, env }: Pick<Needs, 'catalog' | 'env'>, tenant: string): number =>
  (catalog.limitsOf(tenant).keptMegabytes ?? env.KEPT_MB_PER_TENANT) * MEGABYTE;

/**
 * Keeps what one tenant's finished runs take in Redis within a bound, so that none fills it for all. Beyond it those
 * that end first are removed before their time, with what lies beside them. Each question of the tenant makes room;
 * runs under way and those that wait for their asker stay.
 */
export class KeptBound {
  private readonly conversations: Conversations;
  private readonly dropped: Counter;
  /** By tenant: runs that went before their time, and how many of them were warned of. */
  private readonly counts = new Map<string, { count: number; warnedAt: number }>();

  constructor(private readonly services: Needs) {
    const { redis, store, metrics, logger } = services;
    const { prefix, retentionMs } = store.settings;
    const warn = (fields: object, message: string): void => logger.warn(fields, message);
    this.conversations = new Conversations(redis, { prefix, lifeMs: retentionMs, warn });
    this.dropped = new Counter({
      name: 'querent_runs_dropped_total',
      help: 'Finished runs that went before their time, because their tenant’s took more than KEPT_MB_PER_TENANT',
      registers: [metrics.registry],
    });
  }

  /** Removes what is too much, some runs at a time. Rejects when Redis is away. */
  async makeRoom(tenant: string): Promise<void> {
    const early = await this.services.store.kept.makeRoom(tenant, mostKept(this.services, tenant));
    if (early.length === 0) return;
    await Promise.all(early.map((id) => this.drop(id, tenant)));
    this.warn(tenant, early.length);
  }

  private async drop(id: string, tenant: string): Promise<void> {
    const run = await this.services.store.kept.forget(id, tenant);
    if (run === null) return;
    this.dropped.inc();
    const { conversationId, connection } = run.request;
    if (run.cacheKey !== null) await this.lendNoMore(connection, tenant, run.cacheKey);
    if (conversationId === null) return;
    await this.conversations.forget({ tenant, keyName: run.keyName, connection }, conversationId, id);
  }

  /** Gateways remember what they answered with, and would lend what is removed. Caches that are away lend nothing. */
  private async lendNoMore(connectionName: string, tenant: string, cacheKey: string): Promise<void> {
    const connection = this.services.catalog.connection(connectionName);
    if (connection === undefined) return;
    await this.services.cache.drop(audienceOf(connection, tenant), cacheKey).catch(() => undefined);
  }

  private warn(tenant: string, by: number): void {
    const dropped = this.counts.get(tenant) ?? { count: 0, warnedAt: -DROPPED_BETWEEN_WARNINGS };
    this.counts.set(tenant, dropped);
    dropped.count += by;
    if (dropped.count - dropped.warnedAt < DROPPED_BETWEEN_WARNINGS) return;
    dropped.warnedAt = dropped.count;
    const fields = { tenant, dropped: dropped.count };
    this.services.logger.warn(
      fields,
      'finished runs of a tenant are removed early: they take more than KEPT_MB_PER_TENANT',
    );
  }
}
