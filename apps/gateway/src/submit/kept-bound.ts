import { audienceOf } from '@querent/catalog';
import { Conversations } from '@querent/memory';
import { Counter } from 'prom-client';
import type { GatewayServices } from '../gateway-services';
import type { GatewayHistory } from '../history/open-history';
import { ProblemError } from '../problems/problem-error';

const MEGABYTE = 1024 * 1024;
/** A tenant at its limit drops runs with every question, so only one warning is logged per this many runs. */
const DROPPED_BETWEEN_WARNINGS = 10_000;
/** Runs that move early with one question. */
const MOVED_AT_ONCE = 100;

type Needs = Pick<GatewayServices, 'redis' | 'store' | 'cache' | 'catalog' | 'env' | 'logger' | 'metrics' | 'history'>;

/** Limit of a tenant's finished runs in Redis, bytes. */
export const mostKept = ({ catalog, env }: Pick<Needs, 'catalog' | 'env'>, tenant: string): number =>
  (catalog.limitsOf(tenant).keptMegabytes ?? env.KEPT_MB_PER_TENANT) * MEGABYTE;

/**
 * Limits the memory of each tenant's finished runs in Redis, so that no tenant can fill it. Above the limit the runs
 * that expire first are deleted early, with their blobs, conversation entries and cached answers. Each question of the
 * tenant frees space; runs in progress and those that await a clarification are kept.
 */
export class KeptBound {
  private readonly conversations: Conversations;
  private readonly dropped: Counter;
  /** By tenant: number of runs deleted early, and that number at the last warning. */
  private readonly counts = new Map<string, { count: number; warnedAt: number }>();

  /** Tenants whose runs are moving early. */
  private readonly moving = new Set<string>();

  constructor(private readonly services: Needs) {
    const { redis, store, metrics, logger } = services;
    const { prefix, retentionMs } = store.settings;
    const warn = (fields: object, message: string): void => logger.warn(fields, message);
    this.conversations = new Conversations(redis, { prefix, lifeMs: retentionMs, warn });
    this.dropped = new Counter({
      name: 'querent_runs_dropped_total',
      help: 'Finished runs deleted early, because those of their tenant took more than KEPT_MB_PER_TENANT',
      registers: [metrics.registry],
    });
  }

  /**
   * Deletes runs above the limit, a few at a time; with a history, moves them there instead. Rejects when Redis is
   * unavailable, and throws `storage_full` for a tenant above its limit whose runs cannot move.
   */
  async makeRoom(tenant: string): Promise<void> {
    if (this.services.history !== null) return this.moveSurplus(this.services.history, tenant);
    const early = await this.services.store.kept.makeRoom(tenant, mostKept(this.services, tenant));
    if (early.length === 0) return;
    await Promise.all(early.map((id) => this.drop(id, tenant)));
    this.warn(tenant, early.length);
  }

  private async moveSurplus(history: GatewayHistory, tenant: string): Promise<void> {
    if ((await this.services.store.kept.bytesOf(tenant)) <= mostKept(this.services, tenant)) return;
    if (history.thread.isFailing) throw new ProblemError('storage_full', { headers: { 'retry-after': '30' } });
    if (this.moving.has(tenant)) return;
    this.moving.add(tenant);
    // Not awaited: the question does not need the room itself.
    void history.moving
      .moveEarly(tenant, MOVED_AT_ONCE)
      .catch((error: unknown) => this.services.logger.warn({ tenant, err: error }, 'runs could not move early'))
      .finally(() => this.moving.delete(tenant));
  }

  private async drop(id: string, tenant: string): Promise<void> {
    const run = await this.services.store.kept.forget(id, tenant);
    if (run === null) return;
    this.dropped.inc();
    const { conversationId, connection } = run.request;
    if (run.cacheKey !== null) await this.dropCached(connection, tenant, run.cacheKey);
    if (conversationId === null) return;
    await this.conversations.forget({ tenant, keyName: run.keyName, connection }, conversationId, id);
  }

  /**
   * Drops the cache entry, because gateways would answer from it without the deleted rows. An unavailable cache server
   * answers nothing.
   */
  private async dropCached(connectionName: string, tenant: string, cacheKey: string): Promise<void> {
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
      'finished runs of a tenant are deleted early: they take more than KEPT_MB_PER_TENANT',
    );
  }
}
