import { hkdfSync } from 'node:crypto';
import { browserCallerName, hasExpired, secretsIn, type ApiKey, type Catalog } from '@querent/catalog';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Credentials } from '../credentials';

/**
 * Tokens for the browsers of other people's pages. A backend that holds a key gets one for each of its users; the
 * browser gets the token alone. Nothing is stored: a token is a JWT under a key derived from QUERENT_SECRET_KEY, whose
 * first secret signs, and all verify. It ends with its time, and as soon as its key is revoked, changed or expires.
 */

/** Before the JWT, so that scanners find a token in a text, and no token is taken for one of the issuer. */
const PREFIX = 'qbt_';
const ALGORITHM = 'HS256';
const AUDIENCE = 'querent-browser';

const claimsSchema = z.object({
  /** Name of the key. */
  iss: z.string(),
  /** The user, as the backend names it. */
  sub: z.string(),
  exp: z.number(),
  /** Version of the key. */
  key: z.string(),
  connections: z.array(z.string()).optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** What a backend asks for. */
export interface BrowserTokenRequest {
  user: string;
  /** Absent: those of the key. */
  connections?: string[] | undefined;
  minutes: number;
}

interface Deps {
  catalog: Pick<Catalog, 'keyNamed' | 'keyVersion'>;
  /** QUERENT_SECRET_KEY. */
  secrets: string | undefined;
}

export class BrowserTokens {
  private readonly signingKeys: Buffer[];

  constructor(private readonly deps: Deps) {
    this.signingKeys = secretsIn(deps.secrets).map(signingKeyOf);
  }

  /** Whether tokens can be signed. */
  get isOpen(): boolean {
    return this.signingKeys.length > 0;
  }

  /**
   * A token of a user; null if the caller is no key, or tokens cannot be signed.
   * @returns `expiresAt`: ISO 8601
   */
  async issue(key: ApiKey, asked: BrowserTokenRequest): Promise<{ token: string; expiresAt: string } | null> {
    const version = this.deps.catalog.keyVersion(key.name);
    const [signingKey] = this.signingKeys;
    if (version === null || signingKey === undefined) return null;
    const seconds = Math.floor(Date.now() / 1_000) + asked.minutes * 60;
    const { SignJWT } = await import('jose');
    const token = await new SignJWT({ key: version, ...(asked.connections && { connections: asked.connections }) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(key.name)
      .setSubject(asked.user)
      .setAudience(AUDIENCE)
      .setExpirationTime(seconds)
      .sign(signingKey);
    return { token: PREFIX + token, expiresAt: new Date(seconds * 1_000).toISOString() };
  }

  /** The credentials of a bearer token; null if it is none of these, or not valid. */
  async credentials(bearer: string): Promise<Credentials | null> {
    if (!bearer.startsWith(PREFIX)) return null;
    const claims = await this.verified(bearer.slice(PREFIX.length));
    if (claims === null) return null;
    const current = (): ApiKey | null => this.callerOf(claims);
    const caller = current();
    return caller && { caller, current };
  }

  private async verified(token: string): Promise<Claims | null> {
    const { jwtVerify } = await import('jose');
    const options = { algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ['exp', 'sub'] };
    const attempts = this.signingKeys.map(async (key) => (await jwtVerify<JWTPayload>(token, key, options)).payload);
    const payload = await Promise.any(attempts).catch(() => null);
    return claimsSchema.safeParse(payload).data ?? null;
  }

  private callerOf({ iss, sub, exp, key: version, connections }: Claims): ApiKey | null {
    const { catalog } = this.deps;
    const key = catalog.keyVersion(iss) === version ? catalog.keyNamed(iss) : null;
    if (key === null) return null;
    const caller: ApiKey = {
      name: browserCallerName(iss, sub),
      tenant: key.tenant,
      scopes: ['query'],
      ...bounded(key.connections, connections),
      expiresAt: new Date(Math.min(exp * 1_000, endOf(key))).toISOString(),
    };
    return hasExpired(key) || hasExpired(caller) ? null : caller;
  }
}

const signingKeyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'querent/browser-tokens/v1', 32));

/** The connections of a token, which never exceed those of its key. */
function bounded(ofKey: string[] | undefined, asked: string[] | undefined): Pick<ApiKey, 'connections'> {
  if (asked === undefined) return ofKey === undefined ? {} : { connections: ofKey };
  return { connections: ofKey === undefined ? asked : asked.filter((name) => ofKey.includes(name)) };
}

const endOf = ({ expiresAt }: ApiKey): number => (expiresAt === undefined ? Infinity : Date.parse(expiresAt));
