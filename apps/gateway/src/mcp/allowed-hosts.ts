import { isLoopback } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../gateway-env';
import { ProblemError } from '../problems/problem-error';

/** Names of this machine in a browser's Host and Origin. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

type HostEnv = Pick<GatewayEnv, 'HOST' | 'PUBLIC_URL' | 'MCP_ALLOWED_HOSTS'>;

/**
 * Protects against DNS rebinding: a web page must not reach /mcp through a name that its author points at this address.
 * Requests without an Origin come from programs, not from pages.
 * @throws ProblemError `forbidden` if Host or Origin has a name that is not allowed
 */
export function demandAllowedHost(env: HostEnv, { headers }: Pick<FastifyRequest, 'headers'>): void {
  const host = hostname(`http://${headers.host ?? ''}`);
  const allowed = allowedNames(env);
  if (host === null || !(allowed?.includes(host) ?? true)) throw new ProblemError('forbidden');
  if (headers.origin === undefined) return;
  const origin = hostname(headers.origin);
  if (origin === null || !(allowed ?? [host]).includes(origin)) throw new ProblemError('forbidden');
}

/** Null: any host. */
function allowedNames(env: HostEnv): string[] | null {
  const configured = [
    ...env.MCP_ALLOWED_HOSTS.split(',').map((name) => hostname(`http://${name.trim()}`)),
    env.PUBLIC_URL === undefined ? null : hostname(env.PUBLIC_URL),
  ].filter((name) => name !== null);
  if (isLoopback(env.HOST)) return [...OWN_NAMES, ...configured];
  return configured.length > 0 ? configured : null;
}

/** The host name of a URL, without its port; null if it is no URL (an opaque Origin is `null`). */
function hostname(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null;
}
