import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: forwards everything. `cut`: closes connections and refuses new ones. `silent`: keeps connections open but
 * holds all bytes back, as in a network partition. `slow`: delays every byte.
 */
export type ProxyMode = 'pass' | 'cut' | 'silent' | 'slow';

/**
 * A TCP proxy that simulates network faults in front of a server. Packages do not fit: Toxiproxy's clients need its
 * server, which no npm registry offers, and the pure JavaScript ones are larger and cannot hold bytes back for a while.
 */
export class FaultProxy {
  private readonly server = createServer({ pauseOnConnect: true }, (client) => this.join(client));
  private readonly lanes = new Set<Lane>();
  private mode: ProxyMode = 'pass';
  private delayMs = 0;

  private constructor(private target: number | null) {}

  /**
   * Listens on a free port of 127.0.0.1.
   * @param target port of the server. Null refuses connections until `leadTo` sets the port
   */
  static async open(target: number | null): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Sets the server's port for new connections. */
  leadTo(target: number): void {
    this.target = target;
  }

  /** Returns the URL with the proxy's address in place of the server's. */
  inFrontOf(url: string): string {
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  set(mode: ProxyMode, delayMs = 0): void {
    this.mode = mode;
    this.delayMs = mode === 'slow' ? delayMs : 0;
    for (const lane of this.lanes) {
      if (mode === 'cut') lane.destroy();
      else lane.hold(mode === 'silent');
    }
  }

  async close(): Promise<void> {
    this.set('cut');
    await new Promise((closed) => this.server.close(closed));
  }

  private join(client: Socket): void {
    if (this.mode === 'cut' || this.target === null) return void client.destroy();
    const server = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const lane = new Lane(from, to, () => this.delayMs);
      this.lanes.add(lane);
      from.on('close', () => this.lanes.delete(lane));
      lane.hold(this.mode === 'silent');
    }
  }
}

/** One direction of a connection. */
class Lane {
  private readonly late: { chunk: Buffer; at: number }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private held = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly delayMs: () => number,
  ) {
    from.setNoDelay(true);
    from.on('data', (chunk: Buffer) => this.take(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      clearTimeout(this.timer);
      to.destroy();
    });
    from.on('end', () => to.end());
  }

  hold(held: boolean): void {
    this.held = held;
    if (held) this.from.pause();
    else {
      this.from.resume();
      this.drain();
    }
  }

  destroy(): void {
    this.from.destroy();
  }

  private take(chunk: Buffer): void {
    this.late.push({ chunk, at: Math.max(this.late.at(-1)?.at ?? 0, performance.now() + this.delayMs()) });
    this.drain();
  }

  /** Forwards due chunks in order, even when the delay changes. */
  private drain(): void {
    clearTimeout(this.timer);
    while (!this.held && this.late[0] !== undefined && this.late[0].at <= performance.now()) {
      const next = this.late.shift();
      if (next !== undefined && this.to.writable) this.to.write(next.chunk);
    }
    const [first] = this.late;
    if (first !== undefined && !this.held)
      this.timer = setTimeout(() => this.drain(), Math.max(1, first.at - performance.now()));
  }
}
