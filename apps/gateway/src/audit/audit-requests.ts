import type { AuditEntry } from '@querent/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOrNull } from '../auth/caller';
import { addressOf } from './address-of';
import type { GatewayAudit } from './gateway-audit';
import { factsOf, problemTold } from './told-facts';

/** Routes that hand out stored rows, and what each calls its format; null: as its content type says. */
const readings: Record<string, string | null> = {
  'GET /v1/queries/:id': 'preview',
  // What has been answered by the time that they answer is in their answers too.
  'POST /v1/queries': 'preview',
  'POST /v1/queries/:id/clarification': 'preview',
  'POST /v1/queries/:id/cancel': 'preview',
  'GET /v1/queries/:id/result': null,
  'GET /v1/queries/:id/chart.svg': 'drawing',
};

/** Askers whose polling is remembered; then all are forgotten, and told of once more. */
const REMEMBERED = 10_000;

/**
 * Records what a request was once it is answered: rows handed out, refusals for want of a right. None of it holds up
 * the answer. What must be in the trail before anything follows from it, changes by administrators among it, is
 * recorded where it happens.
 */
export function auditRequests(fastify: FastifyInstance, audit: GatewayAudit): void {
  const previewed = new Set<string>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const problem = problemTold(request);
    if (problem !== undefined) {
      if (problem.isDenial) audit.denied({ ...whoAndWhere(request), code: problem.code, detail: addressOf(request) });
    } else if (reply.statusCode < 400) {
      const entry = readingOf(request, reply);
      if (entry !== null && !isRepeatedPreview(previewed, entry)) audit.note(entry);
    }
    done();
  });
}

/** The first rows are in every view of a run: a client that polls is told of once. */
function isRepeatedPreview(previewed: Set<string>, { detail, tenant, key, runId }: AuditEntry): boolean {
  if (detail !== 'preview') return false;
  const who = JSON.stringify([tenant, key, runId]);
  if (previewed.has(who)) return true;
  if (previewed.size >= REMEMBERED) previewed.clear();
  previewed.add(who);
  return false;
}

function readingOf(request: FastifyRequest, reply: FastifyReply): AuditEntry | null {
  const format = readings[`${request.method} ${request.routeOptions.url ?? ''}`];
  const { rows } = factsOf(request);
  if (format === undefined || reply.statusCode >= 300 || (rows === undefined && format !== 'drawing')) return null;
  const named = format ?? String(reply.getHeader('content-type') ?? '').split(';')[0];
  return {
    kind: 'result_read',
    at: new Date().toISOString(),
    ...whoAndWhere(request),
    ...(rows === undefined ? {} : { rows }),
    detail: named,
  };
}

/** A caller who was refused before the key was found good is nobody: no tenant and no name. */
function whoAndWhere(request: FastifyRequest): Pick<AuditEntry, 'tenant' | 'key' | 'runId' | 'connection'> {
  const caller = callerOrNull(request);
  const { tenant = caller?.tenant ?? '', key = caller?.name ?? '' } = factsOf(request);
  const isRun = (request.routeOptions.url ?? '').startsWith('/v1/queries/:id');
  const { id, name } = (request.params ?? {}) as { id?: string; name?: string };
  const { connection } = { ...(request.query as object), ...(request.body as object | undefined) } as {
    connection?: unknown;
  };
  const named = factsOf(request).connection ?? name ?? connection;
  return {
    tenant,
    key,
    runId: isRun && id !== undefined ? id : (factsOf(request).runId ?? null),
    connection: typeof named === 'string' ? named.slice(0, 64) : null,
  };
}
