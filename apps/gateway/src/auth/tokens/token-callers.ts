import type { ApiKey } from '@querent/catalog';
import type { Logger } from '@querent/platform';
import { jwtVerify, type JWTHeaderParameters } from 'jose';
import { IssuerKeys } from './issuer-keys';
import { IssuerUnavailableError } from './issuer-unavailable-error';
import { callerOfClaims, CLOCK_TOLERANCE_S } from './token-claims';
import type { TokenSettings } from './token-env';

/**
 * Signatures with a public key. `none`, and HMAC with a shared secret, are not among them: with HMAC a public key could
 * be misused as the secret.
 */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Types of access tokens (RFC 9068 §2.1). Tokens of other types, as of a logout, have other purposes. */
const TYPES = ['jwt', 'at+jwt'];

/**
 * Finds the caller behind a token (JWT); null if the token is not valid. `audiences`: the token must be for one of
 * these instead of JWT_AUDIENCE.
 */
export type FindTokenCaller = (token: string, audiences?: string[]) => Promise<ApiKey | null>;

/**
 * Verifies tokens of an issuer (RFC 7519, RFC 8725).
 * @returns function that rejects with IssuerUnavailableError if the token's key is unknown and the issuer is away
 */
export function tokenCallers(settings: TokenSettings, logger: Pick<Logger, 'debug' | 'warn'>): FindTokenCaller {
  const keys = new IssuerKeys(settings, {
    now: () => performance.now(),
    warn: (error) => logger.warn({ err: error, issuer: settings.issuer }, "the issuer's signing keys cannot be read"),
  });
  const refused = (reason: string): null => {
    logger.debug({ reason }, 'a token was refused');
    return null;
  };
  return async (token, audiences = settings.audiences) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.keyOf, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: audiences,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'sub'],
      });
      if (!isAccessToken(protectedHeader)) return refused('another type of token');
      return callerOfClaims(payload, settings) ?? refused('a claim is missing, or has another type than expected');
    } catch (error) {
      if (error instanceof IssuerUnavailableError) throw error;
      return refused(error instanceof Error ? error.message : String(error));
    }
  };
}

/** Absent counts as a JWT: many issuers leave the type out. */
function isAccessToken({ typ }: JWTHeaderParameters): boolean {
  return typ === undefined || TYPES.includes(typ.toLowerCase().replace(/^application\//, ''));
}
