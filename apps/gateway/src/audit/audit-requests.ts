import type { AuditEntry } from '@querent/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOrNull } from '../auth/caller';
import { addressOf } from './address-of';
import type { GatewayAudit } from './gateway-audit';
import { factsOf, problemOfRequest } from './request-facts';

/** Routes that return stored rows, with the format name to record; null: the response's content type. */
const readings: Record<string, string | null> = {
  'GET /v1/queries/:id': 'preview',
  // Their responses include the rows of a run that has finished by then.
  'POST /v1/queries': 'preview',
  'POST /v1/queries/:id/clarification': 'preview',
  'POST /v1/queries/:id/cancel': 'preview',
  'GET /v1/queries/:id/result': null,
  'GET /v1/queries/:id/chart.svg': 'drawing',
};

/** Limit of remembered previews. At the limit all are dropped, so a client that keeps polling is recorded once more. */
const REMEMBERED = 10_000;

/**
 * Records rows that were returned and requests that were denied, after the response, so recording never delays it.
 * Actions that must be in the trail before they take effect, such as changes by administrators, are recorded by their
 * routes.
 */
export function auditRequests(fastify: FastifyInstance, audit: GatewayAudit): void {
  const previewed = new Set<string>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const problem = problemOfRequest(request);
    if (problem !== undefined) {
      if (problem.isDenial) audit.denied({ ...whoAndWhere(request), code: problem.code, detail: addressOf(request) });
    } else if (reply.statusCode < 400) {
      const entry = readingOf(request, reply);
      if (entry !== null && !isRepeatedPreview(previewed, entry)) audit.note(entry);
    }
    done();
  });
}

/** Every view of a run holds its first rows, so a polling client is recorded once per run. */
function isRepeatedPreview(previewed: Set<string>, { detail, tenant, key, runId }: AuditEntry): boolean {
  if (detail !== 'preview') return false;
  const reader = JSON.stringify([tenant, key, runId]);
  if (previewed.has(reader)) return true;
  if (previewed.size >= REMEMBERED) previewed.clear();
  previewed.add(reader);
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

/** Tenant and key are empty for a request that was denied before its key was authenticated. */
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
