import type { GatePlan } from '@querent/sql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOrNull, seesSql } from '../auth/caller';
import { routeOf } from '../openapi/route-table';
import { problemLanguage } from '../problems/problem-language';
import { connectionPlan, problemPlan } from './gate-plans';
import type { GateKeeper } from './gate-keeper';

const passed = new WeakSet<FastifyReply>();

/** Says that an outlet has led the body through the door of its run already. */
export function passedTheDoor(reply: FastifyReply): FastifyReply {
  passed.add(reply);
  return reply;
}

/**
 * Gates every body that an outlet did not gate itself before it leaves to a caller without `sql:read`: problems, connections,
 * and whatever outlet is added later and forgets. Routes for administrators show configuration, which is theirs; open routes know
 * no connection. A stream cannot be read here, so one that did not pass is refused.
 */
export function gateWhatLeaves(fastify: FastifyInstance, gates: GateKeeper): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (passed.has(reply) || payload === null || payload === undefined || payload === '' || !isForViewers(request)) return done(null, payload);
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
  return route === undefined ? caller !== null : route.scope === 'query';
}

async function gatedBody(gates: GateKeeper, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<string> {
  if (typeof payload !== 'string') throw new Error('A stream left without passing the gate');
  const caller = callerOrNull(request);
  const locale = problemLanguage(request.headers['accept-language'], request.body);
  const nameless = await gates.ofConnection(caller, null, locale);
  const type = String(reply.getHeader('content-type') ?? '');
  if (!/json/.test(type)) return nameless.text(payload, 'text');
  const body: unknown = JSON.parse(payload);
  if (!isConnectionList(body)) return JSON.stringify(nameless.json(body, /problem/.test(type) ? problemPlan : ({} satisfies GatePlan)));
  const connections = body.connections.map(async (connection) => (await gates.ofConnection(caller, connection.name, locale)).json(connection, connectionPlan));
  return JSON.stringify({ ...body, connections: await Promise.all(connections) });
}

const isConnectionList = (body: unknown): body is { connections: { name: string }[] } => typeof body === 'object' && body !== null && 'connections' in body && Array.isArray(body.connections);
