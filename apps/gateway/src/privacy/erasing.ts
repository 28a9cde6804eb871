import { eraseData, Erasures, type Erased, type Erasure } from '@querent/privacy';
import type { GatewayServices } from '../gateway-services';

type Needs = Pick<GatewayServices, 'redis' | 'caches' | 'store' | 'queues' | 'logger' | 'audit'>;

/** A round that begins so long after the request sees all that was under way then. */
const SETTLED_MS = 5_000;
const LOOK_EVERY_MS = 2_000;
/** A gateway that dies at it is followed after so long. */
const LEASE_MS = 60_000;

/**
 * Erases tenants' data: the first round when it is asked for, the others in the background, by whichever gateway is
 * there.
 */
export class Erasing {
  readonly erasures: Erasures;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly services: Needs) {
    this.erasures = new Erasures(services.redis, services.store.settings.prefix);
  }

  /**
   * One round; `erased` is counted up as it goes. Rejects where something could not be erased, or Redis is away: a
   * later round does it.
   */
  async round(erasure: Erasure, erased: Erased): Promise<void> {
    const beganAt = Date.now();
    const { store, redis, caches } = this.services;
    const waiting = await eraseData(
      { store, redis, caches, removeJob: (queue, id) => this.removeJob(queue, id) },
      erasure,
      erased,
    );
    if (waiting > 0 || beganAt - Date.parse(erasure.requestedAt) < SETTLED_MS) return;
    await this.erasures.done(erasure, 'data');
    const { tenant, by } = erasure;
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

  /** Goes on with what was asked for and is not whole yet. */
  start(): void {
    const look = (): void => {
      if (this.stopped) return;
      this.running = this.goOn()
        .catch((error: unknown) => this.services.logger.warn({ err: error }, 'erasing goes on later'))
        .then(() => {
          if (!this.stopped) this.timer = setTimeout(look, LOOK_EVERY_MS);
        });
    };
    look();
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
        // What keeps one tenant's from being whole must not stand before the others'.
        await this.round(erasure, erased).then(
          () => logger.info({ tenant, erased }, 'a tenant’s data is being erased'),
          (error: unknown) => logger.warn({ tenant, erased, err: error }, 'erasing goes on later'),
        );
      }
    } finally {
      await redis.del(lease);
    }
  }

  /** A worker holds the lock of what it is at. */
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
