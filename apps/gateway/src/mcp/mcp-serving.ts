import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteProblem } from '../audit/request-facts';
import { callerOf } from '../auth/caller';
import { keyInForce } from '../auth/key-in-force';
import { OpenStreams } from '../events/event-stream';
import type { GatewayServices } from '../gateway-services';
import type { ProblemError } from '../problems/problem-error';
import { languageOf } from '../problems/problem-language';
import type { SubmitDeps } from '../submit/submit-question';
import type { KnownCall } from './mcp-call';
import { isRequest, productOffer, serverFor, type McpOffer } from './mcp-server';
import { PauseStates } from './pause-states';

/** Serves requests of MCP clients. */
export interface McpServing {
  respond(request: FastifyRequest, reply: FastifyReply): Promise<Response>;
}

/** Opens the MCP server. It builds a server for each request, because tools, prompts and texts depend on the key. */
export function openMcpServing(
  services: GatewayServices,
  submitting: SubmitDeps,
  offer: McpOffer = productOffer,
): McpServing {
  const states = new PauseStates(services);
  const streams = new OpenStreams(services.env.STREAMS_PER_TENANT);
  const calls = new WeakMap<Request, KnownCall>();
  const handler = createMcpHandler(
    async ({ era, requestInfo }) => {
      const known = requestInfo && calls.get(requestInfo);
      if (known === undefined) throw new Error('An MCP request without its call');
      return serverFor(offer, known, era === 'modern');
    },
    { onerror: (error) => services.logger.debug({ err: error }, 'an MCP request was refused') },
  );
  services.catalog.onChange(() => {
    handler.notify.promptsChanged();
    handler.notify.resourcesChanged();
  });
  services.draining.signal.addEventListener('abort', () => void handler.close());
  return {
    async respond(request, reply) {
      const closed = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) closed.abort();
      });
      const { caller, key } = { caller: callerOf(request), key: keyInForce(services, request) };
      const webRequest = new Request('http://gateway/mcp', {
        method: 'POST',
        headers: headersOf(request),
        signal: closed.signal,
      });
      calls.set(webRequest, {
        services,
        submitting,
        states,
        waits: streams,
        caller,
        key,
        request,
        locale: languageOf(request),
        reportProblem: (problem, error) => reportProblem(services, request, problem, error),
      });
      if (isRequest(request.body, 'subscriptions/listen')) holdStream(request, reply, closed);
      return handler.fetch(webRequest, { parsedBody: request.body });
    },
  };

  /** A stream of notifications stays open: it counts as a stream, and ends when its key is no longer valid. */
  function holdStream(request: FastifyRequest, reply: FastifyReply, closed: AbortController): void {
    const leave = streams.enter(callerOf(request).tenant);
    const unsubscribe = keyInForce(services, request).onEnd(() => closed.abort());
    reply.raw.once('close', () => {
      leave();
      unsubscribe();
    });
  }
}

const headersOf = ({ headers }: FastifyRequest): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** Denials go to the audit trail like those of other routes; unexpected errors go to the log and are never shown. */
function reportProblem(
  { logger }: GatewayServices,
  request: FastifyRequest,
  problem: ProblemError,
  error: unknown,
): void {
  noteProblem(request, problem);
  if (problem.code === 'internal') logger.error({ err: error, route: '/mcp' }, 'an MCP call failed');
}
