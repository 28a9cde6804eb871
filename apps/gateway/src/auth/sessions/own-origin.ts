import type { FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../../gateway-env';
import { ProblemError } from '../../problems/problem-error';

type Env = Pick<GatewayEnv, 'PUBLIC_URL'>;
type Called = Pick<FastifyRequest, 'method' | 'protocol' | 'host' | 'headers'>;

/**
 * Demands that a page of this gateway sent the request, because a browser adds the cookie by itself. A browser names
 * the page's origin in each request that may change something. It leaves the origin out of a page's GET to its own
 * origin: then Sec-Fetch-Site must name the page's own origin, or the user alone, as for an address that was typed.
 * `SameSite` alone does not suffice: pages of other hosts of the same domain are the same site.
 * @throws ProblemError `forbidden`
 */
export function demandOwnOrigin(env: Env, request: Called): void {
  const { origin } = request.headers;
  if (origin !== undefined ? isOwnOrigin(env, request, origin) : isOwnRead(request)) return;
  throw new ProblemError('forbidden');
}

/** Whether a page of this gateway has the origin. TLS may end before the gateway, so https is always accepted. */
export function isOwnOrigin({ PUBLIC_URL }: Env, { protocol, host }: Called, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (PUBLIC_URL !== undefined && from.origin === new URL(PUBLIC_URL).origin) return true;
  const called = `${from.protocol}//${host}`;
  const isOwnScheme = from.protocol === 'https:' || from.protocol === `${protocol}:`;
  return isOwnScheme && URL.canParse(called) && from.origin === new URL(called).origin;
}

const isOwnRead = ({ method, headers }: Called): boolean =>
  (method === 'GET' || method === 'HEAD') && ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
