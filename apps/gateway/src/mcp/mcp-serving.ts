import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { productVersion } from '@querent/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteProblem } from '../audit/request-facts';
import { callerOf } from '../auth/caller';
import { keyInForce } from '../auth/key-in-force';
import { OpenStreams } from '../events/event-stream';
import type { GatewayServices } from '../gateway-services';
import type { ProblemError } from '../problems/problem-error';
import { problemOf } from '../problems/problem-filter';
import { preferredLocale, problemLanguage } from '../problems/problem-language';
import type { SubmitDeps } from '../submit/submit-question';
import type { McpCall } from './mcp-call';
import { addPrompts } from './mcp-prompts';
import { addResources } from './mcp-resources';
import { mcpTools } from './mcp-tools';
import { PauseStates } from './pause-states';
import { failedWith } from './tool-results';

/** Serves requests of MCP clients. */
export interface McpServing {
  respond(request: FastifyRequest, reply: FastifyReply): Promise<Response>;
}

const INSTRUCTIONS =
  'Querent answers questions about databases, in English and Chinese. Ask whole questions in business words with `ask`; there is no need to know the schema. If the answer lists assumptions, mention them. If the status is needs_reply, choose an option that the user has confirmed, or ask the user.';

/** Opens the MCP server. It builds a server for each request, because tools, prompts and texts depend on the key. */
export function openMcpServing(services: GatewayServices, submitting: SubmitDeps): McpServing {
  const states = new PauseStates(services);
  const streams = new OpenStreams(services.env.STREAMS_PER_TENANT);
  const calls = new WeakMap<Request, Omit<McpCall, 'mayElicit'>>();
  const handler = createMcpHandler(
    async ({ era, requestInfo }) => {
      const known = requestInfo && calls.get(requestInfo);
      if (known === undefined) throw new Error('An MCP request without its call');
      return serverFor(known, era === 'modern');
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
        locale: preferredLocale(request.headers['accept-language']) ?? 'en',
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

const isRequest = (body: unknown, method: string): boolean =>
  z.object({ method: z.literal(method) }).safeParse(body).success;

const headersOf = ({ headers }: FastifyRequest): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

async function serverFor(known: Omit<McpCall, 'mayElicit'>, isModern: boolean): Promise<McpServer> {
  const server = new McpServer(
    { name: 'querent', title: 'Querent', version: productVersion },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      requestState: { verify: (state) => known.states.verify(known.caller, state) },
    },
  );
  const callNow = (): McpCall => ({ ...known, mayElicit: isModern && declaresForms(server) });
  for (const { name, title, description, input, output, isReadOnly, isIdempotent } of mcpTools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: {
          readOnlyHint: isReadOnly,
          idempotentHint: isIdempotent,
          destructiveHint: false,
          openWorldHint: false,
        },
      },
      (args, context) => called(callNow(), name, args, context),
    );
  // The SDK returns invalid arguments as a result of the tool; here they are errors of the protocol.
  server.server.setRequestHandler('tools/call', ({ params }, context) =>
    called(callNow(), params.name, params.arguments, context),
  );
  addResources(server, { ...known, mayElicit: false });
  // Example questions are read from Redis, which a tool call does not need.
  const hasExamples = !isRequest(known.request.body, 'tools/call');
  await addPrompts(server, { ...known, mayElicit: false }, hasExamples);
  return server;
}

/** Whether the client can show a form. An empty capability means forms, the only kind of the first revision. */
function declaresForms({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

async function called(call: McpCall, name: string, args: unknown, context: ServerContext) {
  const tool = mcpTools.find((one) => one.name === name);
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  const input = tool.input.safeParse(args ?? {});
  if (!input.success)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid arguments: ${z.prettifyError(input.error)}`);
  try {
    return await tool.call(call, input.data, context);
  } catch (error) {
    const problem = problemOf(error);
    call.reportProblem(problem, error);
    return failedWith(problem, problemLanguage(call.request.headers['accept-language'], args));
  }
}

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
