import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { productVersion } from '@querent/platform';
import { z } from 'zod';
import { mistakesOf } from '../problems/field-mistakes';
import { problemOf } from '../problems/problem-filter';
import { problemLanguage } from '../problems/problem-language';
import { addAnswerView, declaresViews, viewOfTool } from './answer-view';
import type { KnownCall, McpCall } from './mcp-call';
import { addPrompts } from './mcp-prompts';
import { addResources } from './mcp-resources';
import { runOutput } from './mcp-schemas';
import { mcpTools, type McpTool } from './mcp-tools';
import { failedWith } from './tool-results';

/** What the server of a request offers. */
export interface McpOffer {
  tools: readonly McpTool[];
  /** Registers resources and prompts. */
  addMore(server: McpServer, call: McpCall): Promise<void>;
}

export const productOffer: McpOffer = {
  tools: mcpTools,
  async addMore(server, call) {
    addResources(server, call);
    if (call.services.answerView !== null) addAnswerView(server, call.services.answerView);
    // Example questions are read from Redis, which a tool call does not need.
    await addPrompts(server, call, !isRequest(call.request.body, 'tools/call'));
  },
};

/** Whether the body of a request calls the method. */
export const isRequest = (body: unknown, method: string): boolean =>
  z.object({ method: z.literal(method) }).safeParse(body).success;

const INSTRUCTIONS = [
  'Querent answers questions about databases, in English and Chinese.',
  'Call list_connections for the names of the databases, then ask whole questions in business words with `ask`.',
  'Tables, columns and SQL are not needed and not accepted.',
  'Report the figures as they are returned. If the answer lists assumptions, mention them.',
  'If the status is needs_reply, there is no answer yet: reply with an option that the user has confirmed, or ask the user.',
  'If a tool returns an error, read its `detail` and `actions`, correct the call, or report the detail to the user.',
].join(' ');

/** Builds the server of one request. */
export async function serverFor({ tools, addMore }: McpOffer, known: KnownCall, isModern: boolean): Promise<McpServer> {
  const server = new McpServer(
    { name: 'querent', title: 'Querent', version: productVersion },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      requestState: { verify: (state) => known.states.verify(known.caller, state) },
    },
  );
  const hasView = known.services.answerView !== null;
  const callNow = (): McpCall => ({
    ...known,
    mayElicit: isModern && declaresForms(server),
    mayShowView: hasView && (!isModern || declaresViews(server)),
  });
  for (const { name, title, description, input, output, isReadOnly, isIdempotent } of tools)
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
        ...(hasView && output === runOutput ? { _meta: viewOfTool } : {}),
      },
      (args, context) => called(tools, callNow(), name, args, context),
    );
  // Replaces the SDK's handler, which would return invalid arguments as a result of the tool.
  server.server.setRequestHandler('tools/call', ({ params }, context) =>
    called(tools, callNow(), params.name, params.arguments, context),
  );
  await addMore(server, { ...known, mayElicit: false, mayShowView: false });
  return server;
}

/** Whether the client can show a form. An empty capability means forms, the only kind of the first revision. */
function declaresForms({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/**
 * The result of a tool; a problem is a result too.
 * @throws ProtocolError for an unknown tool, and for invalid arguments, whose mistakes are in its message and its data
 */
async function called(
  tools: readonly McpTool[],
  call: McpCall,
  name: string,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  const locale = problemLanguage(call.request.headers['accept-language'], args);
  const input = tool.input.safeParse(args ?? {});
  if (!input.success) {
    const errors = mistakesOf(input.error.issues).map(({ path, message }) => ({ path, message: message[locale] }));
    const texts = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid arguments: ${texts}`, { errors });
  }
  try {
    return await tool.call(call, input.data, context);
  } catch (error) {
    const problem = problemOf(error);
    call.reportProblem(problem, error);
    return failedWith(problem, locale);
  }
}
