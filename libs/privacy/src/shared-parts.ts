import { deadLetterSchema, type RunStore } from '@querent/saga';
import { ownerPart, unlinkUnless, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { isOwnAudience } from './tenant-key';

/** A key that several tenants share, and functions that identify owners. */
export interface SharedKey {
  redis: RedisClient;
  key: string;
  parts: Readonly<Record<string, string>>;
  tenant: string;
  store: RunStore;
  /** Whether a run is being erased or does not exist, so that references to it are useless. */
  isErased(runId: string): Promise<boolean>;
}

/** Removes a tenant's parts from a key; returns the number of removed parts. By family name. */
export const takeOut: Readonly<Record<string, (shared: SharedKey) => Promise<number>>> = {
  'exact cache': async ({ redis, key, isErased }) => {
    let taken = 0;
    // In batches: entries may be large, and a thousand of them too large for one reply.
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
    const deleted: string[] = [];
    for (const id of await redis.zrange(key, 0, '-1')) if (await isErased(id)) deleted.push(id);
    return deleted.length === 0 ? 0 : redis.zrem(key, ...deleted);
  },
  'idempotency keys': async ({ redis, key, parts, tenant, isErased }) => {
    if (!isOwner(parts['owner'], tenant)) return 0;
    return (await isErased(runOfClaim(await redis.get(key)))) ? redis.del(key) : 0;
  },
  quotas: async ({ redis, key, parts, tenant }) => (parts['who'] === tenant ? redis.del(key) : 0),
  'quotas of feedback': (shared) => takeQuotaOfKey(shared),
  'quotas of previews': (shared) => takeQuotaOfKey(shared),
  turns: ({ redis, key, tenant }) => redis.hdel(key, `t:${tenant}`),
  'dead letters': async ({ redis, key, tenant }) => {
    const letters = await ownLetters(redis, key, tenant);
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
      const deleted: string[] = [];
      for (const [id, fields] of entries)
        if (await isErased(runOfJob(fields[fields.indexOf('jobId') + 1] ?? ''))) deleted.push(id);
      if (deleted.length > 0) taken += await redis.xdel(key, ...deleted);
      const last = entries.at(-1)?.[0];
      if (last === undefined || entries.length < 1_000) return taken;
      from = `(${last}`;
    }
  },
};

/** A tenant's dead letters, as stored. @param key of the dead letters of all tenants */
export async function ownLetters(redis: RedisClient, key: string, tenant: string): Promise<string[]> {
  return (await redis.zrange(key, 0, '-1')).filter(
    (text) => deadLetterSchema.safeParse(JSON.parse(text)).data?.tenant === tenant,
  );
}

/** The run of an idempotency key. @param claim its value, `<run> <hash>` */
const runOfClaim = (claim: string | null): string => (claim ?? '').split(' ')[0] ?? '';

/** Whether an idempotency key belongs to a tenant. The name decides if the run is no longer in Redis. */
export async function isClaimOf(
  { redis, store, tenant }: Pick<SharedKey, 'redis' | 'store' | 'tenant'>,
  key: string,
  owner: string | undefined,
): Promise<boolean> {
  if (!isOwner(owner, tenant)) return false;
  const of = await redis.hget(store.keys.run(runOfClaim(await redis.get(key))), 'tenant');
  return of === null ? owner?.startsWith(`${ownerPart(tenant)}:`) === true : of === tenant;
}

/** Whether a rating belongs to a tenant, even if its run is no longer in Redis. */
export const isFeedbackOf = async (redis: RedisClient, key: string, tenant: string): Promise<boolean> =>
  (await redis.hget(key, '')) === tenant;

/** The quota of one API key: `who` is the JSON of its tenant and name. */
const takeQuotaOfKey = async ({ redis, key, parts, tenant }: SharedKey): Promise<number> =>
  parts['who']?.startsWith(`[${JSON.stringify(tenant)},`) === true ? redis.del(key) : 0;

async function takeVectors({ redis, key, tenant }: SharedKey, purpose: string): Promise<number> {
  if (key.endsWith(':collections')) return 0;
  if (!key.endsWith(':state')) {
    // A server with eviction deletes keys one by one: vectors without a state are never read, and their owner is
    // unknown.
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
 * Whether vectors of a purpose belong to one tenant: those of questions and samples name it, those of tables and their
 * parts name the audience.
 */
export function isOwnScope(tenant: string, purpose: string, scopeTenant: string): boolean {
  return purpose === 'questions' || purpose === 'samples' ? scopeTenant === tenant : isOwnAudience(tenant, scopeTenant);
}

/** A job's id is `<run>-<version>-<attempt>`. */
export const runOfJob = (jobId: string): string => jobId.split('-')[0] ?? '';

const aboutSchema = z.object({ tenant: z.string() });

/** The run that computed an entry `<expires at> <JSON>`. */
function lenderOf(text: string): string {
  const parsed = z.object({ runId: z.string() }).safeParse(JSON.parse(text.slice(text.indexOf(' ') + 1)));
  return parsed.data?.runId ?? '';
}

/** Names with colons cannot be split, so the run decides who the owner is. */
const isOwner = (owner = '', tenant: string): boolean =>
  [tenant, ownerPart(tenant)].some((name) => owner === name || owner.startsWith(`${name}:`));
