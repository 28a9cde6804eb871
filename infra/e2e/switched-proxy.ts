import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * A TCP address in front of a server that can be switched. Off: connections break and new ones are refused. Silent: they stay
 * open, and nothing passes any more, as when a machine vanishes from the network.
 */
export class SwitchedProxy {
  private readonly server = createServer((client) => this.join(client));
  private readonly sockets = new Set<Socket>();
  private target: { host: string; port: number } | undefined;

  private constructor() {}

  /** Listens on a free port of 127.0.0.1, switched off. */
  static async open(): Promise<SwitchedProxy> {
    const proxy = new SwitchedProxy();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  on(target: { host: string; port: number }): void {
    this.target = target;
  }

  off(): void {
    this.target = undefined;
    this.sockets.forEach((socket) => socket.destroy());
  }

  silent(): void {
    this.sockets.forEach((socket) => socket.unpipe());
  }

  async close(): Promise<void> {
    this.off();
    await new Promise((closed) => this.server.close(closed));
  }

  private join(client: Socket): void {
    if (this.target === undefined) return void client.destroy();
    const server = connect(this.target);
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
