import type { GatePlan } from '@querent/sql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOrNull, seesSql } from '../auth/caller';
import { routeOf } from '../openapi/route-table';
import { problemLanguage } from '../problems/problem-language';
import { problemPlan } from './gate-plans';
import type { GateKeeper } from './gate-keeper';

const gated = new WeakSet<FastifyReply>();

/** Marks a reply whose route has already gated its body. */
export function markGated(reply: FastifyReply): FastifyReply {
  gated.add(reply);
  return reply;
}

/**
 * Gates every response body for a caller without `sql:read` that its route did not gate itself: problems, connections,
 * administration, and any later route that forgets to. Public routes are not gated: they name no connection. A stream
 * cannot be read here, so an unmarked stream is refused.
 */
export function gateResponses(fastify: FastifyInstance, gates: GateKeeper): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (gated.has(reply) || payload === null || payload === undefined || payload === '' || !isForViewers(request))
      return done(null, payload);
    gatedBody(gates, request, reply, payload).then(
      (body) => done(null, body),
      (error: unknown) => done(error as Error),
    );
  });
}

function isForViewers(request: FastifyRequest): boolean {
  const caller = callerOrNull(request);
  if (caller !== null && seesSql(caller)) return false;
  const url = request.routeOptions.url;
  if (url === undefined) return true;
  const route = routeOf(request.method, url);
  return route === undefined ? caller !== null : route.demands !== null;
}

async function gatedBody(
  gates: GateKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<string> {
  if (typeof payload !== 'string') throw new Error('A route sent a stream that it did not gate');
  const caller = callerOrNull(request);
  const locale = problemLanguage(request.headers['accept-language'], request.body);
  const nameless = await gates.ofConnection(caller, null, locale);
  const type = String(reply.getHeader('content-type') ?? '');
  if (!/json/.test(type)) return nameless.text(payload, 'text');
  const body: unknown = JSON.parse(payload);
  if (/problem/.test(type)) return JSON.stringify(nameless.json(body, problemPlan));
  const plan = routeOf(request.method, request.routeOptions.url ?? '')?.plan ?? {};
  const through = async (value: unknown, connections: readonly string[], of: GatePlan): Promise<unknown> => {
    const connectionGates = await Promise.all(connections.map((name) => gates.ofConnection(caller, name, locale)));
    return [nameless, ...connectionGates].reduce((result, gate) => gate.json(result, of), value);
  };
  const address = connectionOfAddress(request);
  const about = address === null ? connectionsOf(gates, body) : [address];
  if (about.length > 0 || !isList(body)) return JSON.stringify(await through(body, about, plan));
  const members = Object.entries(body).map(async ([member, value]) => {
    const of: GatePlan = typeof plan === 'string' ? plan : (plan[member] ?? 'text');
    return [
      member,
      Array.isArray(value)
        ? await Promise.all(value.map((item: unknown) => through(item, connectionsOf(gates, item), of)))
        : await through(value, [], of),
    ];
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(members)));
}

/** The connection named by the path of `/v1/connections/:name…`; null for other routes. */
function connectionOfAddress(request: FastifyRequest): string | null {
  const { name } = (request.params ?? {}) as { name?: unknown };
  return (request.routeOptions.url ?? '').startsWith('/v1/connections/:name') && typeof name === 'string' ? name : null;
}

/**
 * Connections that a part of a body is about; `connections: null` means all. Their physical names must not occur in its
 * texts.
 */
function connectionsOf(gates: Pick<GateKeeper, 'connections'>, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { connection, connections, name, examples } = part as Record<string, unknown>;
  if (connections === null) return gates.connections();
  const named = [
    connection,
    ...(Array.isArray(connections) ? connections : []),
    ...(examples === undefined ? [] : [name]),
  ];
  return named.filter((one) => typeof one === 'string');
}

const isList = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.values(body).some((member) => Array.isArray(member));
