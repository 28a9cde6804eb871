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
 * Serves a request that sets a run going, or on, as a span: below its caller's where that sends a trace context, else
 * the beginning of a trace. Requests that only look have none: those of a client that polls would bury the others.
 * @param run that the request is about: it is in a trace of its own, and this one is told of where that one is
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
  if (run !== undefined) tellRun(span, run);
  // The answer is sent after the work is done, by whatever came of it.
  reply.raw.once('close', () => {
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.fail(new Unanswered());
    span.end();
  });
  return within(span, () => work(span));
}

export const tellRun = (span: Span | null, { id, request: { connection } }: Pick<Run, 'id' | 'request'>): void =>
  span?.set({ 'querent.run.id': id, 'querent.connection': connection });

/** The trace context of a new run: its spans stand below that of its request. */
export function traceparentOfRun(tracer: Tracer | null, span: Span | null, request: FastifyRequest): string {
  if (span !== null) return span.traceparent;
  return tracer === null
    ? traceparentFrom(headerOf(request))
    : (callersTraceparent(headerOf(request)) ?? freshTraceparent('00'));
}

const headerOf = ({ headers }: FastifyRequest): string | undefined => headers['traceparent'] as string | undefined;

class Unanswered extends Error {
  override readonly name = 'Unanswered';
}
