import type { GatePlan } from '@querent/sql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOrNull, seesSql } from '../auth/caller';
import { routeOf } from '../openapi/route-table';
import { problemLanguage } from '../problems/problem-language';
import { problemPlan } from './gate-plans';
import type { GateKeeper } from './gate-keeper';

const passed = new WeakSet<FastifyReply>();

/** Says that an outlet has led the body through the door of its run already. */
export function passedTheDoor(reply: FastifyReply): FastifyReply {
  passed.add(reply);
  return reply;
}

/**
 * Gates every body that an outlet did not gate itself before it leaves to a caller without `sql:read`: problems,
 * connections, what is administered, and whatever outlet is added later and forgets. Open routes know no connection. A
 * stream cannot be read here, so one that did not pass is refused.
 */
export function gateWhatLeaves(fastify: FastifyInstance, gates: GateKeeper): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (passed.has(reply) || payload === null || payload === undefined || payload === '' || !isForViewers(request))
      return done(null, payload);
    gatedBody(gates, request, reply, payload).then(
      (gated) => done(null, gated),
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
  if (typeof payload !== 'string') throw new Error('A stream left without passing the gate');
  const caller = callerOrNull(request);
  const locale = problemLanguage(request.headers['accept-language'], request.body);
  const nameless = await gates.ofConnection(caller, null, locale);
  const type = String(reply.getHeader('content-type') ?? '');
  if (!/json/.test(type)) return nameless.text(payload, 'text');
  const body: unknown = JSON.parse(payload);
  if (/problem/.test(type)) return JSON.stringify(nameless.json(body, problemPlan));
  const plan = routeOf(request.method, request.routeOptions.url ?? '')?.plan ?? {};
  const through = async (value: unknown, connections: readonly string[], of: GatePlan): Promise<unknown> => {
    const doors = await Promise.all(connections.map((name) => gates.ofConnection(caller, name, locale)));
    return [nameless, ...doors].reduce((gated, door) => door.json(gated, of), value);
  };
  const address = connectionOfAddress(request);
  const about = address === null ? connectionsOf(gates, body) : [address];
  if (about.length > 0 || !isList(body)) return JSON.stringify(await through(body, about, plan));
  const gated = Object.entries(body).map(async ([member, value]) => {
    const of: GatePlan = typeof plan === 'string' ? plan : (plan[member] ?? 'text');
    return [
      member,
      Array.isArray(value)
        ? await Promise.all(value.map((item: unknown) => through(item, connectionsOf(gates, item), of)))
        : await through(value, [], of),
    ];
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(gated)));
}

/** `/v1/connections/:name…` is about one connection. */
function connectionOfAddress(request: FastifyRequest): string | null {
  const { name } = (request.params ?? {}) as { name?: unknown };
  return (request.routeOptions.url ?? '').startsWith('/v1/connections/:name') && typeof name === 'string' ? name : null;
}

/**
 * The connections that a part of a body names as what it is about, `connections: null` meaning all: their names must
 * not be in its texts.
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
