import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { conformanceOffer } from '../../../apps/gateway/src/mcp/testing/conformance-offer';
import { serveOffer } from '../../../apps/gateway/src/mcp/testing/serve-offer';
import { bearer, startGateway } from '../../../apps/gateway/src/testing/gateway-under-test';
import { parsedOptions, suiteProgram, UsageError } from '../../suites/suite-program';

const help = `Usage: node infra/tests/mcp/conformance-server.mjs [--port 3190] [--gateway URL]

Serves /mcp for the official conformance suite of MCP until Ctrl-C. Requests need no key, because the suite sends none.
Without --gateway, a gateway of this checkout serves the tools that the suite calls by name. With it, requests are
passed to a running gateway in demo mode, which serves its own tools.`;

interface Flags {
  port: number;
  gateway?: string;
}

export const main = suiteProgram<Flags>({
  help,
  flagsFrom(args) {
    const options = { help: { type: 'boolean' }, port: { type: 'string' }, gateway: { type: 'string' } } as const;
    const { help: isHelp, port = '3190', gateway } = parsedOptions(args, options);
    if (!/^\d{1,5}$/.test(port)) throw new UsageError(`--port ${port}: a number`);
    if (gateway !== undefined && !URL.canParse(gateway)) throw new UsageError(`--gateway ${gateway}: a URL`);
    return isHelp === true ? null : { port: Number(port), gateway };
  },
  async play({ port, gateway }) {
    const stop = gateway === undefined ? await serveSuite(port) : await passTo(gateway, port);
    process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    await stop();
    return true;
  },
});

/** Serves the tools of the suite. @returns stops the gateway */
async function serveSuite(port: number): Promise<() => Promise<void>> {
  const gateway = await startGateway();
  const connection = join(gateway.configDir, 'connections/hall.yaml');
  const text = await readFile(connection, 'utf8');
  let changes = 0;
  const change = (): Promise<void> => writeFile(connection, `${text}# change ${(changes += 1)}\n`);
  serveOffer(gateway, conformanceOffer(change));
  const { authorization } = bearer('alice');
  gateway.app.getHttpServer().prependListener('request', ({ headers }: IncomingMessage) => {
    headers.authorization ??= authorization;
  });
  await gateway.app.listen(port, '127.0.0.1');
  return () => gateway.stop();
}

/** Passes requests to a running gateway, with the key of the demo. @returns stops passing */
async function passTo(gateway: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const passed = send(new URL(url, gateway), { method, headers: { authorization: 'Bearer demo', ...headers } });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
}
