import { deadLetterSchema, type RunStore } from '@querent/saga';
import { ownerPart, unlinkUnless, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { isOwnAudience } from './tenant-key';

/** A key that several tenants share, and how a run's owner is told. */
export interface SharedKey {
  redis: RedisClient;
  key: string;
  parts: Readonly<Record<string, string>>;
  tenant: string;
  store: RunStore;
  /** A run that is being erased; or one that is gone: what still names it is of no use to anybody. */
  isErased(runId: string): Promise<boolean>;
}

/** Takes what is a tenant's out of a key; returns how many parts that were. By the families' names. */
export const takeOut: Readonly<Record<string, (shared: SharedKey) => Promise<number>>> = {
  'exact cache': async ({ redis, key, isErased }) => {
    let taken = 0;
    // In portions: an entry may be large, and a thousand of them more than one reply should hold.
    for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
      const [next, flat] = await redis.hscan(key, cursor, 'COUNT', 50);
      cursor = next;
      for (let i = 0; i + 1 < flat.length; i += 2) {
        const [field = '', text = ''] = flat.slice(i, i + 2);
        if (!(await isErased(lenderOf(text)))) continue;
        await redis
          .multi()
          .hdel(key, field)
          .zrem(key.replace(/:entries$/, ':used'), field)
          .exec();
        taken += 1;
      }
    }
    return taken;
  },
  'single flights': async ({ redis, key, isErased }) => {
    const leader = await redis.get(key);
    return leader !== null && (await isErased(leader)) ? redis.del(key) : 0;
  },
  'lists of runs': async ({ redis, key, parts, tenant, isErased }) => {
    if (!isOwner(parts['owner'], tenant)) return 0;
    const gone: string[] = [];
    for (const id of await redis.zrange(key, 0, '-1')) if (await isErased(id)) gone.push(id);
    return gone.length === 0 ? 0 : redis.zrem(key, ...gone);
  },
  'idempotency keys': async ({ redis, key, parts, tenant, isErased }) => {
    if (!isOwner(parts['owner'], tenant)) return 0;
    const runId = ((await redis.get(key)) ?? '').split(' ')[0] ?? '';
    return (await isErased(runId)) ? redis.del(key) : 0;
  },
  quotas: async ({ redis, key, parts, tenant }) => (parts['who'] === tenant ? redis.del(key) : 0),
  'quotas of feedback': async ({ redis, key, parts, tenant }) =>
    parts['who']?.startsWith(`[${JSON.stringify(tenant)},`) === true ? redis.del(key) : 0,
  turns: ({ redis, key, tenant }) => redis.hdel(key, `t:${tenant}`),
  'dead letters': async ({ redis, key, tenant }) => {
    const letters = (await redis.zrange(key, 0, '-1')).filter(
      (text) => deadLetterSchema.safeParse(JSON.parse(text)).data?.tenant === tenant,
    );
    return letters.length === 0 ? 0 : redis.zrem(key, ...letters);
  },
  'audiences of a connection': async ({ redis, key, tenant }) => {
    const own = (await redis.smembers(key)).filter((audience) => isOwnAudience(tenant, audience));
    return own.length === 0 ? 0 : redis.srem(key, ...own);
  },
  'vectors of cached questions': (shared) => takeVectors(shared, 'questions'),
  vectors: (shared) => takeVectors(shared, shared.parts['purpose'] ?? ''),
  'events of queues': async ({ redis, key, isErased }) => {
    let taken = 0;
    for (let from = '-'; ;) {
      const entries = await redis.xrange(key, from, '+', 'COUNT', 1_000);
      const gone: string[] = [];
      for (const [id, fields] of entries)
        if (await isErased(runOfJob(fields[fields.indexOf('jobId') + 1] ?? ''))) gone.push(id);
      if (gone.length > 0) taken += await redis.xdel(key, ...gone);
      const last = entries.at(-1)?.[0];
      if (last === undefined || entries.length < 1_000) return taken;
      from = `(${last}`;
    }
  },
};

async function takeVectors({ redis, key, tenant }: SharedKey, purpose: string): Promise<number> {
  if (key.endsWith(':collections')) return 0;
  if (!key.endsWith(':state')) {
    // A server that evicts takes keys one by one: what has no state is read by nobody, and tells not whose it is.
    return unlinkUnless(redis, key, key.replace(/[^:]+$/, 'state'));
  }
  const about = aboutSchema.safeParse(JSON.parse((await redis.hget(key, 'about')) ?? 'null'));
  if (!about.success || !isOwnScope(tenant, purpose, about.data.tenant)) return 0;
  const collection = key.slice(0, -':state'.length);
  const slot = collection.slice(0, collection.indexOf('}') + 1);
  await redis.hdel(`${slot}:collections`, collection.slice(slot.length + 1));
  return redis.unlink(...['state', 'points', 'marks', 'changed', 'removed'].map((part) => `${collection}:${part}`));
}

/**
 * Whether vectors of a purpose are one tenant's: those of questions and samples name it, those of tables and their
 * parts the audience.
 */
export function isOwnScope(tenant: string, purpose: string, scopeTenant: string): boolean {
  return purpose === 'questions' || purpose === 'samples' ? scopeTenant === tenant : isOwnAudience(tenant, scopeTenant);
}

/** A job's id is `<run>-<version>-<attempt>`. */
export const runOfJob = (jobId: string): string => jobId.split('-')[0] ?? '';

const aboutSchema = z.object({ tenant: z.string() });

/** The run that an entry `<expires at> <JSON>` was computed for. */
function lenderOf(text: string): string {
  const parsed = z.object({ runId: z.string() }).safeParse(JSON.parse(text.slice(text.indexOf(' ') + 1)));
  return parsed.data?.runId ?? '';
}

/** Parts of names that hold a colon cannot be told apart: then the run decides whose it is. */
const isOwner = (owner = '', tenant: string): boolean =>
  [tenant, ownerPart(tenant)].some((name) => owner === name || owner.startsWith(`${name}:`));
