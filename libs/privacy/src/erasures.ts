import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import partDoneSource from './part-done.lua';

/** The remaining work of an erasure; stored in Redis until it is complete, so that another process can continue it. */
const erasureSchema = z.object({
  tenant: z.string(),
  /** ISO 8601. Later runs are not erased. */
  requestedAt: z.string(),
  /** Name of the key that requested it. */
  by: z.string(),
  /** Incomplete parts. */
  pending: z.array(z.enum(['data', 'vectors'])),
});
export type Erasure = z.infer<typeof erasureSchema>;
export type ErasedPart = Erasure['pending'][number];

/** The incomplete erasures, one per tenant. Methods reject if Redis is unavailable. */
export class Erasures {
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.key = new RedisKeys(prefix).erasures();
  }

  /** Stores a request to erase a tenant's data; replaces an earlier request. */
  async request(tenant: string, by: string, now = Date.now()): Promise<Erasure> {
    const erasure: Erasure = { tenant, requestedAt: new Date(now).toISOString(), by, pending: ['data', 'vectors'] };
    await this.redis.hset(this.key, tenant, JSON.stringify(erasure));
    return erasure;
  }

  async open(): Promise<Erasure[]> {
    return Object.values(await this.redis.hgetall(this.key)).map((text) => erasureSchema.parse(JSON.parse(text)));
  }

  /**
   * Marks a part as complete. Has no effect if the erasure was requested again meanwhile, because it must then be
   * repeated.
   */
  async done(erasure: Erasure, part: ErasedPart): Promise<void> {
    const { tenant, requestedAt } = erasure;
    await this.redis.eval(partDoneSource, 1, this.key, tenant, requestedAt, part);
  }
}
