import { scopes, tokenCallerName, type ApiKey, type Scope } from '@querent/catalog';
import { z } from 'zod';
import type { TokenSettings } from './token-env';

/** Clocks of the issuer and of gateways may differ by this many seconds. */
export const CLOCK_TOLERANCE_S = 30;
/** The end of the year 9999, in seconds since 1970: no date of ISO 8601 is later. */
const LAST_SECOND = 253_402_300_799;

/** Names in a text with spaces between them, or in a list. */
const namesSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((names) => (typeof names === 'string' ? names.split(/\s+/) : names).filter((name) => name !== ''));

const claimsSchema = z.object({
  subject: z.string().min(1).max(1_000),
  tenant: z.string().min(1).max(64),
  scopes: namesSchema.default([]),
  connections: namesSchema.optional(),
  expiry: z.number(),
  confirmation: z.undefined(),
});

/**
 * The caller behind the verified claims of a token; null if they name none. A claim of another type than expected never
 * widens a caller's rights: the token is refused. So is one that is bound to a client's key (`cnf`, RFC 7800), because
 * the possession of that key is not checked.
 */
export function callerOfClaims(
  claims: Readonly<Record<string, unknown>>,
  { issuer, claims: names }: Pick<TokenSettings, 'issuer' | 'claims'>,
): ApiKey | null {
  const parsed = claimsSchema.safeParse({
    subject: claims['sub'],
    tenant: claims[names.tenant],
    scopes: claims[names.scopes],
    connections: claims[names.connections],
    expiry: claims['exp'],
    confirmation: claims['cnf'],
  });
  if (!parsed.success) return null;
  const { subject, tenant, scopes: granted, connections, expiry } = parsed.data;
  return {
    name: tokenCallerName(issuer, subject),
    tenant,
    scopes: scopes.filter((scope: Scope) => granted.includes(scope)),
    ...(connections === undefined ? {} : { connections }),
    expiresAt: new Date(Math.min(expiry + CLOCK_TOLERANCE_S, LAST_SECOND) * 1_000).toISOString(),
  };
}
