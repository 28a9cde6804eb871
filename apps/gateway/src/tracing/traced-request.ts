import type { Run } from '@querent/contracts';
import {
  callersTraceparent,
  freshTraceparent,
  traceparentFrom,
  within,
  type Span,
  type Tracer,
} from '@querent/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Traces a request that starts or continues a run: as a child of the caller's span if the request has a trace context,
 * else as a new trace. Read requests are not traced: those of polling clients would bury the others.
 * @param run the run that the request is about; it has its own trace, which the span links to
 */
export function tracedRequest<T>(
  tracer: Tracer | null,
  { request, reply, run }: { request: FastifyRequest; reply: FastifyReply; run?: Run },
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const { method, routeOptions } = request;
  const span =
    tracer?.start(`${method} ${routeOptions.url ?? ''}`, callersTraceparent(headerOf(request)), {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': routeOptions.url },
      links: run === undefined ? [] : [run.traceparent],
      startedAt: Date.now() - reply.elapsedTime,
    }) ?? null;
  if (span === null) return work(null);
  if (run !== undefined) setRunAttributes(span, run);
  // The response is sent after the work, also if the work fails.
  reply.raw.once('close', () => {
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.fail(new ServerError());
    span.end();
  });
  return within(span, () => work(span));
}

export const setRunAttributes = (
  span: Span | null,
  { id, request: { connection } }: Pick<Run, 'id' | 'request'>,
): void => span?.set({ 'querent.run.id': id, 'querent.connection': connection });

/** Trace context of a new run: its spans are children of its request's span. */
export function traceparentOfRun(tracer: Tracer | null, span: Span | null, request: FastifyRequest): string {
  if (span !== null) return span.traceparent;
  return tracer === null
    ? traceparentFrom(headerOf(request))
    : (callersTraceparent(headerOf(request)) ?? freshTraceparent('00'));
}

const headerOf = ({ headers }: FastifyRequest): string | undefined => headers['traceparent'] as string | undefined;

class ServerError extends Error {
  override readonly name = 'ServerError';
}
