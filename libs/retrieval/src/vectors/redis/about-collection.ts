import type { RedisClient } from '@querent/platform';
import { z } from 'zod';
import type { VectorScope } from '../vector-index';

/** What `upsert.lua` notes of a collection. */
const aboutSchema = z.object({ tenant: z.string(), connection: z.string() });

/** Whose a collection is, by its `state` key. Null where it is there no more. */
export async function scopeOf(redis: RedisClient, state: string): Promise<VectorScope | null> {
  return aboutSchema.safeParse(JSON.parse((await redis.hget(state, 'about')) ?? 'null')).data ?? null;
}
