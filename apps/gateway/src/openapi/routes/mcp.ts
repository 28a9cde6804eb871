import { protectedResourceSchema } from '../../mcp/protected-resource';
import { rpcSchema } from '../plain-schemas';
import { rpcStreamExample } from '../examples/texts';
import { asker, json, text, type Answer, type Route } from '../route-parts';

const rpc = json(rpcSchema);
const rpcAnswer = (description: string): Answer => ({ description, content: rpc });
const mcpRefusal = rpcAnswer('There are no sessions: only POST is served.');
const protectedResource: Answer = {
  description: 'Metadata of a protected resource (RFC 9728).',
  content: json(protectedResourceSchema),
};
/** Routes of the Model Context Protocol. */
export const mcpRoutes: Route[] = [
  {
    method: 'POST',
    path: '/mcp',
    demands: asker,
    tag: 'MCP',
    summary: 'Model Context Protocol, Streamable HTTP without sessions',
    description: 'For MCP clients: see infra/docs/mcp.md. A 401 names the metadata of the resource.',
    body: rpcSchema,
    answers: {
      200: {
        description: 'A JSON-RPC response, or a stream of messages that ends with it.',
        content: { ...rpc, 'text/event-stream': text(rpcStreamExample) },
      },
      202: { description: 'A notification was accepted.' },
      400: rpcAnswer('The message or its headers are not those of a protocol revision that is served.'),
      404: rpcAnswer('There is no such method.'),
      406: rpcAnswer('`Accept` lacks `application/json` or `text/event-stream`.'),
    },
    problems: ['too_many_requests'],
  },
  {
    method: 'GET',
    path: '/mcp',
    demands: null,
    tag: 'MCP',
    summary: 'Refused: there is no stream outside of a request',
    answers: { 405: mcpRefusal },
    problems: [],
  },
  {
    method: 'DELETE',
    path: '/mcp',
    demands: null,
    tag: 'MCP',
    summary: 'Refused: there is no session to end',
    answers: { 405: mcpRefusal },
    problems: [],
  },
  ...['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'].map((path): Route => ({
    method: 'GET',
    path,
    demands: null,
    tag: 'MCP',
    summary: 'Metadata of /mcp for clients',
    answers: { 200: protectedResource },
    problems: [],
  })),
];
