import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { GatewayUnderTest, KeyName } from '../../testing/gateway-under-test';
import { bearer } from '../../testing/gateway-under-test';
import { plainCall, type Continuation } from './plain-call';

/** Result of a tool as the clients of both generations return it. */
export interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string; uri?: string }[];
  _meta?: Record<string, unknown>;
}

/** The part of the official clients that the specs use. */
export interface McpClient {
  /** Protocol revision that was negotiated. */
  revision: string | undefined;
  callTool(name: string, args?: object, options?: object): Promise<ToolResult>;
  raw: Client;
  close(): Promise<void>;
}

export type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

export const generations = ['newest revision', 'previous revision', 'previous generation of the client'] as const;

interface ClientOptions {
  as?: KeyName;
  answer?: (params: unknown) => Reply;
  showsViews?: boolean;
}

/**
 * An official client, connected with a key.
 * @param answer fills in forms; without it the client does not declare that it can show them
 * @param showsViews whether it declares that it shows views
 */
export async function connected(
  base: string,
  generation: (typeof generations)[number],
  { as = 'alice', answer, showsViews = false }: ClientOptions = {},
): Promise<McpClient> {
  const url = new URL('/mcp', base);
  const requestInit = { headers: bearer(as) };
  const capabilities = {
    ...(answer === undefined ? {} : { elicitation: { form: {} } }),
    ...(showsViews
      ? { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
      : {}),
  };
  if (generation === 'previous generation of the client') {
    const client = new EarlierClient({ name: 'spec', version: '1' }, { capabilities });
    const transport = new EarlierTransport(url, { requestInit });
    await client.connect(transport);
    return {
      revision: transport.protocolVersion,
      callTool: (name, args = {}, options) =>
        client.callTool(
          { name, arguments: args as Record<string, unknown> },
          undefined,
          options,
        ) as Promise<ToolResult>,
      raw: client as unknown as Client,
      close: () => client.close(),
    };
  }
  const mode = generation === 'newest revision' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new Client({ name: 'spec', version: '1' }, { capabilities, versionNegotiation: { mode } });
  if (answer !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => answer(params) as never);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    callTool: (name, args = {}, options) =>
      client.callTool({ name, arguments: args as Record<string, unknown> }, options) as Promise<ToolResult>,
    raw: client,
    close: () => client.close(),
  };
}

/** A tool call of the newest revision as a plain request; the client declares forms. */
export function callOverHttp(
  gateway: GatewayUnderTest,
  name: string,
  args: object,
  { as = 'alice', ...more }: { as?: KeyName } & Continuation = {},
) {
  const { headers, payload } = plainCall(name, args, more);
  return gateway.request({ method: 'POST', url: '/mcp', as, headers: { host: 'localhost', ...headers }, payload });
}
