import { isLoopback } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../../gateway-env';
import { SESSION_MS, type SessionRef } from './session-store';

/** A browser stores a cookie of this prefix only with `Secure`, for this host alone (RFC 6265bis §4.1.3). */
const SECURE_NAME = '__Host-querent';
/** For a console on this machine over plain http, where a `Secure` cookie is not stored by every browser. */
const LOCAL_NAME = 'querent-local';

/** The cookie of a browser that signs in with the issuer. */
const SIGN_IN = '-sign-in';

type Env = Pick<GatewayEnv, 'PUBLIC_URL'>;
type Called = Pick<FastifyRequest, 'protocol' | 'host' | 'headers'>;

/** The session that a request's cookie names; null if it has none. */
export function sessionInCookie(env: Env, request: Called): SessionRef | null {
  const [, tenant, id] = /^([\w-]{1,512})\.([\w-]{43})$/.exec(cookieOf(request, nameFor(env, request))) ?? [];
  return tenant === undefined || id === undefined
    ? null
    : { tenant: Buffer.from(tenant, 'base64url').toString('utf8'), id };
}

/** The Set-Cookie header for a session; null deletes the cookie. */
export function setCookie(env: Env, request: Called, session: SessionRef | null): string {
  const name = nameFor(env, request);
  const value = session === null ? '' : `${Buffer.from(session.tenant).toString('base64url')}.${session.id}`;
  const maxAge = session === null ? 0 : SESSION_MS / 1_000;
  const secure = name === SECURE_NAME ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** The secret of a browser that signs in with the issuer; null if it has none. */
export function signInCookie(env: Env, request: Called): string | null {
  const value = cookieOf(request, nameFor(env, request) + SIGN_IN);
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * The Set-Cookie header for a sign-in. Lax, because the issuer is another site, whose answer must carry the cookie.
 * @param lifeMs time until the browser forgets it
 */
export function setSignInCookie(env: Env, request: Called, secret: string, lifeMs: number): string {
  const name = nameFor(env, request);
  const secure = name === SECURE_NAME ? '; Secure' : '';
  return `${name}${SIGN_IN}=${secret}; Max-Age=${lifeMs / 1_000}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a request's cookie; empty if it has none. */
function cookieOf({ headers }: Called, name: string): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

const nameFor = (env: Env, request: Called): string => (isLocal(env, request) ? LOCAL_NAME : SECURE_NAME);

/** Whether the browser reaches this gateway on its own machine, without TLS. */
function isLocal({ PUBLIC_URL }: Env, { protocol, host }: Called): boolean {
  if (PUBLIC_URL?.startsWith('https:') || protocol !== 'http' || !URL.canParse(`http://${host}`)) return false;
  return isLoopback(new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ''));
}
