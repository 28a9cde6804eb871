import { createHash, randomBytes } from 'node:crypto';
import { scopes } from '@querent/catalog';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { sealed, unsealed } from './sealed-text';

/** A session of a key ends this long after its last use, that of a person this long after its start. */
export const SESSION_MS = 12 * 3_600_000;
/** Uses within this time of a renewal do not renew again. */
const RENEWED_MS = 10 * 60_000;

/** What the issuer granted to a person who signed in. */
const personSchema = z.object({
  issuer: z.string(),
  scopes: z.array(z.enum(scopes)),
  connections: z.array(z.string()).optional(),
  expiresAt: z.iso.datetime(),
  displayName: z.string().nullable().optional(),
  /** The ID token, sealed with the session's secret. */
  idToken: z.string().optional(),
});
const sessionSchema = z.object({ name: z.string(), version: z.string(), person: personSchema.optional() });
/**
 * The API key behind a session, and its version: `Catalog.keyVersion`. For a person, the name of the caller, and an
 * empty version: no key has it, so that a gateway of a version without `person` refuses the session.
 */
export type Session = z.infer<typeof sessionSchema>;

/** What a cookie holds: the tenant, which is part of the Redis key, and the secret id of the session. */
export interface SessionRef {
  tenant: string;
  /** 256 random bits in base64url. */
  id: string;
}

/** Sessions in Redis. Only a hash of a session's id is stored, so the content of Redis opens no session. */
export class SessionStore {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.keys = new RedisKeys(prefix);
  }

  async open(tenant: string, session: Session): Promise<SessionRef> {
    const ref = { tenant, id: randomBytes(32).toString('base64url') };
    const { person } = session;
    const stored =
      person?.idToken === undefined
        ? session
        : { ...session, person: { ...person, idToken: sealed(person.idToken, ref.id) } };
    await this.redis.set(this.keyOf(ref), JSON.stringify(stored), 'PX', SESSION_MS);
    return ref;
  }

  /** Uses a session. `renewed`: its end was moved; `leftMs`: time until its end. Null if it has ended. */
  async use(ref: SessionRef): Promise<{ session: Session; renewed: boolean; leftMs: number } | null> {
    const key = this.keyOf(ref);
    const [stored, leftMs] = await Promise.all([this.redis.get(key), this.redis.pttl(key)]);
    if (stored === null) return null;
    const session = sessionSchema.parse(JSON.parse(stored));
    // The issuer may have withdrawn a person's rights since: only another sign-in shows that.
    const renewed = session.person === undefined && leftMs < SESSION_MS - RENEWED_MS;
    // Never creates the key: a session that has ended meanwhile stays ended.
    if (renewed) await this.redis.pexpire(key, SESSION_MS);
    return { session, renewed, leftMs: renewed ? SESSION_MS : leftMs };
  }

  async isOpen(ref: SessionRef): Promise<boolean> {
    return (await this.redis.exists(this.keyOf(ref))) === 1;
  }

  /** Ends a session. Resolves with the ID token of the person whose session it was; null: there is none. */
  async end(ref: SessionRef): Promise<string | null> {
    const key = this.keyOf(ref);
    const stored = await this.redis.get(key);
    await this.redis.del(key);
    const { person } = stored === null ? {} : sessionSchema.parse(JSON.parse(stored));
    return person?.idToken === undefined ? null : unsealed(person.idToken, ref.id);
  }

  private keyOf({ tenant, id }: SessionRef): string {
    return this.keys.session(tenant, createHash('sha256').update(id).digest('hex'));
  }
}
