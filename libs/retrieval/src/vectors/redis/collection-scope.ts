import type { RedisClient } from '@querent/platform';
import { z } from 'zod';
import type { VectorScope } from '../vector-index';

/** Metadata of a collection, written by `upsert.lua`. */
const aboutSchema = z.object({ tenant: z.string(), connection: z.string() });

/** The scope of a collection, by its `state` key. Null if it no longer exists. */
export async function scopeOf(redis: RedisClient, state: string): Promise<VectorScope | null> {
  return aboutSchema.safeParse(JSON.parse((await redis.hget(state, 'about')) ?? 'null')).data ?? null;
}
