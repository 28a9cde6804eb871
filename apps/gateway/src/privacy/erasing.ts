import { eraseData, Erasures, type Erased, type Erasure } from '@querent/privacy';
import type { GatewayServices } from '../gateway-services';

type Needs = Pick<GatewayServices, 'redis' | 'caches' | 'store' | 'queues' | 'logger' | 'audit' | 'history'>;

/** A round that starts this long after the request sees all data that was being written at the request. */
const SETTLED_MS = 5_000;
const ROUND_INTERVAL_MS = 2_000;
/** Lease of a round: if the gateway dies, another one continues after this time. */
const LEASE_MS = 60_000;

/** Erases the data of tenants: the first round with the request, further rounds in the background on any gateway. */
export class Erasing {
  readonly erasures: Erasures;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly services: Needs) {
    this.erasures = new Erasures(services.redis, services.store.settings.prefix);
  }

  /**
   * Runs one round and adds to the counts in `erased`. Rejects if something could not be erased or Redis is
   * unavailable; a later round retries.
   */
  async round(erasure: Erasure, erased: Erased): Promise<void> {
    const beganAt = Date.now();
    const { store, redis, caches } = this.services;
    const waiting = await eraseData(
      { store, redis, caches, removeJob: (queue, id) => this.removeJob(queue, id) },
      erasure,
      erased,
    );
    const { tenant, requestedAt, by } = erasure;
    // After Redis: runs that are moved meanwhile come from there.
    const moved = (await this.services.history?.store.runs.eraseTenant(tenant, Date.parse(requestedAt))) ?? 0;
    if (moved > 0) erased['runs in the history'] = (erased['runs in the history'] ?? 0) + moved;
    if (waiting > 0 || beganAt - Date.parse(requestedAt) < SETTLED_MS) return;
    await this.erasures.done(erasure, 'data');
    await this.services.audit.trail.record({
      kind: 'administered',
      at: new Date().toISOString(),
      tenant,
      key: by,
      runId: null,
      connection: null,
      detail: 'the data of the tenant is erased, but for what a vector store may hold of it: that goes next',
    });
  }

  /** Starts the background rounds for erasures that are not complete. */
  start(): void {
    const tick = (): void => {
      if (this.stopped) return;
      this.running = this.goOn()
        .catch((error: unknown) =>
          this.services.logger.warn({ err: error }, 'an erasure round failed; it will be retried'),
        )
        .then(() => {
          if (!this.stopped) this.timer = setTimeout(tick, ROUND_INTERVAL_MS);
        });
    };
    tick();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async goOn(): Promise<void> {
    const { redis, store, logger } = this.services;
    const open = (await this.erasures.open()).filter(({ pending }) => pending.includes('data'));
    const lease = store.keys.erasing();
    if (open.length === 0 || (await redis.set(lease, '1', 'PX', LEASE_MS, 'NX')) === null) return;
    try {
      for (const erasure of open) {
        const { tenant } = erasure;
        const erased: Erased = {};
        // A failure for one tenant must not block the others.
        await this.round(erasure, erased).then(
          () => logger.info({ tenant, erased }, 'a tenant’s data is being erased'),
          (error: unknown) =>
            logger.warn({ tenant, erased, err: error }, 'an erasure round failed; it will be retried'),
        );
      }
    } finally {
      await redis.del(lease);
    }
  }

  /** Returns false for a job that a worker has locked. */
  private async removeJob(queueName: string, id: string): Promise<boolean> {
    const job = await this.services.queues.find(({ name }) => name === queueName)?.getJob(id);
    return (
      job === undefined ||
      job.remove().then(
        () => true,
        () => false,
      )
    );
  }
}
