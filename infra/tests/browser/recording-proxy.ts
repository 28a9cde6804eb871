import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/** A response that the browser was sent, with all its bytes: the status, the headers, then the body. */
export interface Recorded {
  /** Method and address, e.g. `GET /v1/connections`. */
  asked: string;
  bytes: string;
}

export interface RecordingProxy {
  url: string;
  recorded: readonly Recorded[];
  /** Addresses that a WebSocket was asked for. */
  upgrades: readonly string[];
  /** Resolves when no response but event streams was under way for 150 ms, at the latest after 5 s. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A server before another one that keeps every byte it passes on, also parts of streams that do not end. The browser
 * has no part in this, so that nothing can escape it. Bodies are not compressed.
 */
export async function recordingProxy(target: string): Promise<RecordingProxy> {
  const recorded: Recorded[] = [];
  const upgrades: string[] = [];
  const { hostname, port } = new URL(target);
  let underWay = 0;
  let changedAt = 0;
  const count = (step: 1 | -1): void => {
    underWay += step;
    changedAt = performance.now();
  };
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers };
    delete headers['accept-encoding'];
    const passOn = (answer: IncomingMessage): void => {
      const kept = { asked: `${method} ${path}`, bytes: `${answer.statusCode}\n${answer.rawHeaders.join('\n')}\n\n` };
      recorded.push(kept);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const decoder = new StringDecoder('utf8');
      answer.on('data', (part: Buffer) => {
        kept.bytes += decoder.write(part);
        outgoing.write(part);
      });
      answer.on('end', () => outgoing.end());
      answer.on('error', () => outgoing.destroy());
    };
    const upstream = request({ hostname, port, method, path, headers }, passOn);
    upstream.on('error', () => outgoing.destroy());
    const isStream = path?.includes('/events') === true;
    if (!isStream) count(1);
    outgoing.on('close', () => {
      upstream.destroy();
      if (!isStream) count(-1);
    });
    incoming.pipe(upstream);
  });
  server.on('upgrade', ({ url: path }, socket) => {
    upgrades.push(String(path));
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    upgrades,
    async settled() {
      const end = performance.now() + 5_000;
      while (performance.now() < end && (underWay > 0 || performance.now() < changedAt + 150))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
