import { hasExpired, isTokenCaller, type ApiKey } from '@querent/catalog';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';

const grantSchema = z.object({ connections: z.array(z.string()).optional(), expiresAt: z.iso.datetime() });

/** Rights are kept at most this long, even if a token is valid for longer. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Rights of token callers after their requests, for webhooks and replays: what a key may do later is in the
 * configuration, what a token grants is in the token alone. They end with the token.
 */
export class TokenGrants {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.keys = new RedisKeys(prefix);
  }

  /** Records what a caller may ask, in place of what an earlier token granted. Does nothing for API keys. */
  async record({ name, tenant, connections, expiresAt }: ApiKey): Promise<void> {
    if (!isTokenCaller(name) || expiresAt === undefined) return;
    const lifeMs = Math.min(Date.parse(expiresAt) - Date.now(), LONGEST_MS);
    if (lifeMs <= 0) return;
    const grant: z.infer<typeof grantSchema> = { ...(connections === undefined ? {} : { connections }), expiresAt };
    await this.redis.set(this.keys.tokenGrant(tenant, name), JSON.stringify(grant), 'PX', Math.ceil(lifeMs));
  }

  /** The caller of a run, with the least rights that let it see its data. One whose token has expired has none. */
  async callerOf({ tenant, keyName: name }: { tenant: string; keyName: string }): Promise<ApiKey> {
    if (!isTokenCaller(name)) return { name, tenant, scopes: ['query'] };
    const stored = await this.redis.get(this.keys.tokenGrant(tenant, name));
    const grant = stored === null ? null : grantSchema.parse(JSON.parse(stored));
    if (grant === null || hasExpired(grant)) return { name, tenant, scopes: [] };
    return { name, tenant, scopes: ['query'], ...grant };
  }
}
