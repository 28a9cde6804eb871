import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { isLoopback } from './loopback';

/** Names of callers with a token of the issuer, and of a page, begin with these. No API key may have such a name. */
const ISSUED = 'jwt:';
const BROWSER = 'web:';
const READABLE = 36;

/**
 * The name of a caller with a token, for its runs, limits and audit entries: the readable part of the subject, and a
 * digest (132 bits) of the issuer and the subject. At most 64 characters.
 */
export function tokenCallerName(issuer: string, subject: string): string {
  return `${ISSUED}${readable(subject, READABLE)}:${digestOf(issuer, subject)}`;
}

/** Like `tokenCallerName`, of a user of a page whose backend holds the key. The user is named by that backend. */
export const browserCallerName = (key: string, user: string): string =>
  `${BROWSER}${readable(key, 17)}:${readable(user, 18)}:${digestOf(key, user)}`;

const readable = (text: string, most: number): string => text.replace(/[^A-Za-z0-9._@|-]/g, '_').slice(0, most);

const digestOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/** Whether a name belongs to a caller with a token, as opposed to an API key. */
export const isTokenCaller = (name: string): boolean => name.startsWith(ISSUED) || isBrowserCaller(name);

/** Whether a name belongs to a user of a page with a token of `POST /v1/browser-tokens`. */
export const isBrowserCaller = (name: string): boolean => name.startsWith(BROWSER);

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
