import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { AuditUnavailableError } from '@querent/audit';
import type { ErrorCode } from '@querent/contracts';
import { isRedisAway, type Logger } from '@querent/platform';
import { HistoryAwayError, NewerRunError } from '@querent/saga';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteProblem } from '../audit/request-facts';
import { COOL_DOWN_MS, IssuerUnavailableError } from '../auth/tokens/issuer-unavailable-error';
import { REQUEST_ID_HEADER } from '../tracing/request-id';
import { ProblemError } from './problem-error';
import { problemLanguage } from './problem-language';

/** Sends every error as problem+json in the caller's language. Unexpected errors are logged and never shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const problem = problemOf(error);
    if (problem.code === 'internal')
      this.logger.error(
        { err: error, requestId: request.id, method: request.method, route: request.routeOptions?.url },
        'a request failed',
      );
    sendProblem(http.getResponse<FastifyReply>(), request, problem);
  }
}

export function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: ProblemError): void {
  if (reply.sent || reply.raw.headersSent) {
    // The response has started: only closing the connection shows the client that it is incomplete.
    reply.raw.destroy();
    return;
  }
  noteProblem(request, problem);
  const locale = problemLanguage(request.headers['accept-language'], request.body);
  reply
    .status(problem.status)
    .headers(problem.more.headers ?? {})
    .header('content-language', locale)
    // Errors of the framework skip the hooks.
    .header(REQUEST_ID_HEADER, request.id)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problem.body(locale), requestId: request.id }));
}

const codeByStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Converts any error to the problem that is sent. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof IssuerUnavailableError)
    return new ProblemError('issuer_unavailable', { headers: { 'retry-after': String(COOL_DOWN_MS / 1_000) } });
  if (error instanceof HistoryAwayError)
    return new ProblemError('history_unavailable', { headers: { 'retry-after': '30' } });
  // During a rolling upgrade, only gateways of the newer version can read a run in the newer format.
  if (isRedisAway(error) || error instanceof AuditUnavailableError || error instanceof NewerRunError)
    return new ProblemError('unavailable', { headers: { 'retry-after': '2' } });
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  return new ProblemError(codeByStatus[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal'));
}

const statusCodeOf = (error: unknown): number => {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
};
