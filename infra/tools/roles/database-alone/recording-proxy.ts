import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A proxy between the product and a PostgreSQL server that records every byte from the server: rows, errors, notices,
 * notifications.
 */
export class RecordingProxy {
  private readonly sockets = new Set<Socket>();
  private chunks: Buffer[] = [];

  private constructor(private readonly server: Server) {}

  static async open(target: { host: string; port: number }): Promise<RecordingProxy> {
    const server = createServer();
    const proxy = new RecordingProxy(server);
    server.on('connection', (client) => proxy.join(client, connect(target)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The bytes since the last call, as latin1. */
  take(): string {
    const text = Buffer.concat(this.chunks).toString('latin1');
    this.chunks = [];
    return text;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, upstream: Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
    upstream.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    client.pipe(upstream);
    upstream.pipe(client);
  }
}
