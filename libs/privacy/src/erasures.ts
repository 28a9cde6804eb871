import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import partDoneSource from './part-done.lua';

/** What is left to do of an erasure; it stands in Redis until it is done, so that whoever lives on goes on. */
const erasureSchema = z.object({
  tenant: z.string(),
  /** ISO 8601. Runs that were asked later are not meant. */
  requestedAt: z.string(),
  /** Name of the key that asked for it. */
  by: z.string(),
  /** Parts that are not whole yet. */
  pending: z.array(z.enum(['data', 'vectors'])),
});
export type Erasure = z.infer<typeof erasureSchema>;
export type ErasedPart = Erasure['pending'][number];

/** The erasures that are not whole yet, one a tenant. Methods reject when Redis is away. */
export class Erasures {
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.key = new RedisKeys(prefix).erasures();
  }

  /** Takes down that a tenant's data is to be erased; in the place of an earlier request, which this one holds. */
  async request(tenant: string, by: string, now = Date.now()): Promise<Erasure> {
    const erasure: Erasure = { tenant, requestedAt: new Date(now).toISOString(), by, pending: ['data', 'vectors'] };
    await this.redis.hset(this.key, tenant, JSON.stringify(erasure));
    return erasure;
  }

  async open(): Promise<Erasure[]> {
    return Object.values(await this.redis.hgetall(this.key)).map((text) => erasureSchema.parse(JSON.parse(text)));
  }

  /** A part is whole. Nothing where the erasure was asked for anew meanwhile: then it is to be done again. */
  async done(erasure: Erasure, part: ErasedPart): Promise<void> {
    const { tenant, requestedAt } = erasure;
    await this.redis.eval(partDoneSource, 1, this.key, tenant, requestedAt, part);
  }
}
