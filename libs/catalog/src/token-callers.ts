import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { isLoopback } from './key-ring';

/** Names of token callers begin with this; no API key may have such a name. */
const TOKEN_PREFIX = 'jwt:';
const READABLE = 36;

/**
 * The name of a caller with a token, for its runs, limits and audit entries: the readable part of the subject, and a
 * digest (132 bits) of the issuer and the subject. At most 64 characters.
 */
export function tokenCallerName(issuer: string, subject: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url')
    .slice(0, 22);
  return `${TOKEN_PREFIX}${subject.replace(/[^A-Za-z0-9._@|-]/g, '_').slice(0, READABLE)}:${digest}`;
}

/** Whether a name belongs to a caller with a token, as opposed to an API key. */
export const isTokenCaller = (name: string): boolean => name.startsWith(TOKEN_PREFIX);

/** An address that only the machine itself, or the holder of its certificate, can answer. */
const protectedUrl = z.url({ protocol: /^https?$/ }).refine(isProtectedUrl, 'must use https, except on loopback');

/** Whether an address uses https, or http on loopback. */
export function isProtectedUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || (protocol === 'http:' && (isIPv6(host) ? host === '::1' : isLoopback(host)));
}

/** Address of the issuer of tokens, in gateways and retrieval workers. */
export const issuerEnv = {
  JWT_ISSUER: protectedUrl
    .optional()
    .describe(
      'issuer whose tokens (JWTs) are accepted beside API keys, exactly as in their claim `iss`; https, or http on loopback. No demo keys are accepted then, and tenants without keys keep their data',
    ),
};

/** Address of the issuer's signing keys. */
export const jwksUrlVariable = protectedUrl.optional();
