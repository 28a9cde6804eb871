import { isProtectedUrl } from '@querent/catalog';
import { createLocalJWKSet, errors, type CryptoKey, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';
import { z } from 'zod';
import { COOL_DOWN_MS, IssuerUnavailableError } from './issuer-unavailable-error';

/** Keys older than this are read again in the background. */
const FRESH_MS = 10 * 60_000;
const TIMEOUT_MS = 5_000;
const MOST_BYTES = 256 * 1024;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface Source {
  issuer: string;
  /** Null: discovered from the issuer's metadata. */
  jwksUrl: string | null;
}

/**
 * The signing keys of an issuer (RFC 7517). They are read when the first token comes, and again when a token names an
 * unknown key. While the issuer is away, the known keys stay in use.
 */
export class IssuerKeys {
  private known: ReturnType<typeof createLocalJWKSet> | null = null;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private failure: unknown = null;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly source: Source,
    private readonly deps: { now: () => number; warn(error: unknown): void },
  ) {}

  /**
   * The key that a token names.
   * @throws IssuerUnavailableError if the key is unknown and the keys cannot be read; errors of jose if there is no
   * such key
   */
  readonly keyOf = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    if (this.known !== null && this.deps.now() - this.readAt > FRESH_MS) void this.read().catch(() => undefined);
    try {
      if (this.known !== null) return await this.known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.read();
    if (this.known === null) throw new IssuerUnavailableError(this.failure);
    return this.known(header, token);
  };

  /** Reads the keys, at most once per cool-down. Throws as long as the last read failed. */
  private async read(): Promise<void> {
    if (this.reading === null && this.deps.now() - this.triedAt >= COOL_DOWN_MS) {
      this.triedAt = this.deps.now();
      this.reading = this.readNow().finally(() => {
        this.reading = null;
      });
    }
    await this.reading;
    if (this.failure !== null) throw new IssuerUnavailableError(this.failure);
  }

  private async readNow(): Promise<void> {
    try {
      const { keys } = keySetSchema.parse(
        await jsonFrom(this.source.jwksUrl ?? (await discovered(this.source.issuer))),
      );
      // A key set may hold secrets of other uses by mistake: only public keys check signatures.
      const usable = keys.filter(({ kty }) => kty !== 'oct');
      this.known = createLocalJWKSet({ keys: usable });
      this.readAt = this.deps.now();
      this.failure = null;
    } catch (error) {
      this.failure = error;
      this.deps.warn(error);
    }
  }
}

/**
 * Address of the issuer's keys, from its OpenID Connect metadata, else its OAuth metadata (RFC 8414). The metadata must
 * name the same issuer: another one's keys would let it impersonate every caller.
 */
async function discovered(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const openid = `${origin}${path}/.well-known/openid-configuration`;
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const found = await jsonFrom(openid).catch(() => jsonFrom(oauth));
  const { issuer: named, jwks_uri: address } = metadataSchema.parse(found);
  if (named !== issuer) throw new Error(`The metadata at ${openid} names another issuer`);
  return address;
}

/** Reads a small JSON document. Redirects are refused: they could lead to an unprotected address. */
async function jsonFrom(address: string): Promise<unknown> {
  if (!isProtectedUrl(address)) throw new Error('The issuer names an address without https');
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json, application/jwk-set+json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`${address} answered with more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
