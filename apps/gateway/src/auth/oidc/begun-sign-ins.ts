import { createHash, timingSafeEqual } from 'node:crypto';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';

/** A user has this long to sign in at the issuer. */
export const SIGN_IN_MS = 10 * 60_000;

const begunSchema = z.object({
  /** Digest of the secret in the browser's cookie. */
  browser: z.string(),
  nonce: z.string(),
  /** Secret of PKCE (RFC 7636). */
  verifier: z.string(),
  returnTo: z.string(),
});
type Begun = Omit<z.infer<typeof begunSchema>, 'browser'>;

/** Sign-ins that have begun, in Redis under a hash of their state (RFC 6749 §10.12). Each is taken once. */
export class BegunSignIns {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.keys = new RedisKeys(prefix);
  }

  /** @param browser secret of the browser's cookie */
  async add(state: string, browser: string, begun: Begun): Promise<void> {
    const stored: z.infer<typeof begunSchema> = { browser: digestOf(browser), ...begun };
    await this.redis.set(this.keys.signIn(digestOf(state)), JSON.stringify(stored), 'PX', SIGN_IN_MS);
  }

  /**
   * Takes a sign-in. Null if it is unknown, has expired or was taken before, or if another browser began it: then the
   * answer of the issuer was injected.
   */
  async take(state: string, browser: string): Promise<Begun | null> {
    const key = this.keys.signIn(digestOf(state));
    const stored = await this.redis.get(key);
    // Of two requests with the same state, one deletes the key.
    if (stored === null || (await this.redis.del(key)) !== 1) return null;
    const { browser: expected, ...begun } = begunSchema.parse(JSON.parse(stored));
    return timingSafeEqual(Buffer.from(expected), Buffer.from(digestOf(browser))) ? begun : null;
  }
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
