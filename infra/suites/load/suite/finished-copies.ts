import { defaultSagaSettings, newRunId, type RunStore } from '@querent/saga';
import type Redis from 'ioredis';

/** Copies stored by one round trip. */
const AT_ONCE = 500;
const DAY_MS = 24 * 3_600_000;

/** A finished run as Redis stores it. */
export interface Template {
  hash: Record<string, string>;
  events: string[];
  /** Name and fields of its result. */
  blob: string;
  pages: Record<string, Buffer>;
}

/** Reads a finished run that has a result. @throws if it has none */
export async function templateOf(redis: Redis, store: RunStore, id: string): Promise<Template> {
  const hash = await redis.hgetall(store.keys.run(id));
  const blob = Object.keys(hash)
    .find((field) => field.startsWith('blob:rows.'))
    ?.slice('blob:'.length);
  if (blob === undefined) throw new Error(`The run ${id} has no result`);
  const [events, pages] = await Promise.all([
    redis.lrange(store.keys.events(id), 0, -1),
    redis.hgetallBuffer(store.keys.blob(id, blob)),
  ]);
  return { hash, events, blob, pages };
}

/**
 * Stores copies of a finished run under new ids, asked evenly over the last days, and unused for so long that they may
 * move to the history now.
 * @param afterMs time that finished runs stay in Redis
 */
export async function storeCopies(
  redis: Redis,
  store: RunStore,
  template: Template,
  { count, days, afterMs }: { count: number; days: number; afterMs: number },
): Promise<void> {
  const { keys } = store;
  const lifetime = defaultSagaSettings.retentionMs - afterMs - 1_000;
  const { tenant = '', keyName = '' } = template.hash;
  for (let first = 0; first < count; first += AT_ONCE) {
    const pipeline = redis.pipeline();
    for (let n = first; n < Math.min(count, first + AT_ONCE); n++) {
      const at = Date.now() - Math.round((n / count) * days * DAY_MS);
      const [id, time] = [newRunId(at), new Date(at).toISOString()];
      const all = { ...template.hash, createdAt: time, updatedAt: time, finishedAt: time };
      pipeline.hset(keys.run(id), all).rpush(keys.events(id), ...template.events);
      pipeline.hset(keys.blob(id, template.blob), template.pages);
      for (const key of [keys.run(id), keys.events(id), keys.blob(id, template.blob)]) pipeline.pexpire(key, lifetime);
      for (const list of keys.listsOf(id, tenant, keyName)) pipeline.zadd(list, at, id);
      pipeline.zadd(keys.forHistory(id).due, 1, id);
    }
    await pipeline.exec();
  }
}
