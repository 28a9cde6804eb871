import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Context } from '../context';
import { profileIn } from '../profiles';

/** JSON-RPC's code for an internal error (https://www.jsonrpc.org/specification). */
const INTERNAL_ERROR = -32_603;

/**
 * Passes messages between standard input and output, and the gateway's `/mcp`, until the input ends. The official
 * transport derives the headers of HTTP from the messages of both protocol revisions.
 */
export async function bridge(context: Context): Promise<void> {
  const { url, key } = await profileIn(context.streams.env, context.options.profile);
  const local = new StdioServerTransport();
  const remote = new StreamableHTTPClientTransport(new URL(`${url.replace(/\/+$/, '')}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const open = new Map<string | number, AbortController>();
  let initializing: string | number | undefined;

  remote.onmessage = (message) => {
    if ('id' in message && !('method' in message) && message.id !== undefined) open.delete(message.id);
    if ('result' in message && message.id === initializing) {
      // The earlier revision names its version in a header of every request that follows.
      const { protocolVersion } = message.result as { protocolVersion?: unknown };
      if (typeof protocolVersion === 'string') remote.setProtocolVersion(protocolVersion);
    }
    void local.send(message);
  };
  remote.onerror = (error) =>
    context.note(`MCP: ${statusOf(error) === undefined ? error.message : failureText(error, url)}`);
  local.onerror = (error) => context.note(`MCP: ${error.message}`);
  local.onmessage = (message) => {
    // Over HTTP, closing the request cancels it.
    if ('method' in message && message.method === 'notifications/cancelled') {
      const { requestId } = Object(message.params) as { requestId?: string | number };
      if (requestId !== undefined) open.get(requestId)?.abort();
    }
    void forward(message);
  };

  async function forward(message: JSONRPCMessage): Promise<void> {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const closing = new AbortController();
    if (id !== undefined) open.set(id, closing);
    if ('method' in message && message.method === 'initialize') initializing = id;
    try {
      await remote.send(message, { requestSignal: closing.signal });
    } catch (error) {
      if (id === undefined || closing.signal.aborted) return;
      open.delete(id);
      await local.send({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: failureText(error, url) } });
    }
  }

  await remote.start();
  await local.start();
  await new Promise<void>((resolve) => {
    context.streams.stdin.once('end', resolve);
    context.streams.stdin.once('close', resolve);
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (const closing of open.values()) closing.abort();
  await remote.close();
  await local.close();
}

/** The HTTP status of the gateway's answer; undefined if there was none. */
function statusOf(error: unknown): number | undefined {
  const { status, data } = error as { status?: number; data?: { status?: number } };
  return status ?? data?.status;
}

function failureText(error: unknown, url: string): string {
  const { message } = error as Error;
  const code = statusOf(error);
  if (code === 401 || /unauthorized/i.test(message))
    return `The key is not accepted by ${url}: run \`querent login ${url}\` again.`;
  if (code !== undefined) return `${url} answered with status ${code}: ${message}`;
  return `${url} was not reached: check the address and the network.`;
}
