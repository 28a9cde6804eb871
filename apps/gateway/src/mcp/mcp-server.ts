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
import { problemOf } from '../problems/problem-filter';
import { problemLanguage } from '../problems/problem-language';
import { parsed } from '../submit/parsed-body';
import type { McpCall } from './mcp-call';
import { addPrompts } from './mcp-prompts';
import { addResources } from './mcp-resources';
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
  'If a tool returns an error, read its `detail`, `errors` and `actions`, correct the call, or report the detail to the user.',
].join(' ');

/** Builds the server of one request. */
export async function serverFor(
  { tools, addMore }: McpOffer,
  known: Omit<McpCall, 'mayElicit'>,
  isModern: boolean,
): Promise<McpServer> {
  const server = new McpServer(
    { name: 'querent', title: 'Querent', version: productVersion },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      requestState: { verify: (state) => known.states.verify(known.caller, state) },
    },
  );
  const callNow = (): McpCall => ({ ...known, mayElicit: isModern && declaresForms(server) });
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
      },
      (args, context) => called(tools, callNow(), name, args, context),
    );
  // Replaces the SDK's handler, which would describe invalid arguments in English only.
  server.server.setRequestHandler('tools/call', ({ params }, context) =>
    called(tools, callNow(), params.name, params.arguments, context),
  );
  await addMore(server, { ...known, mayElicit: false });
  return server;
}

/** Whether the client can show a form. An empty capability means forms, the only kind of the first revision. */
function declaresForms({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** The result of a tool. Invalid arguments are a result too, because clients show models no errors of the protocol. */
async function called(
  tools: readonly McpTool[],
  call: McpCall,
  name: string,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  try {
    return await tool.call(call, parsed(tool.input, args ?? {}), context);
  } catch (error) {
    const problem = problemOf(error);
    call.reportProblem(problem, error);
    return failedWith(problem, problemLanguage(call.request.headers['accept-language'], args));
  }
}
