import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`; `cut`: connections break and new ones are refused; `silent`: they stay open and nothing passes until later,
 * as between two parts of a network that lost each other; `slow`: every byte comes late.
 */
export type ProxyMode = 'pass' | 'cut' | 'silent' | 'slow';

/**
 * A TCP address in front of a server that can be made to fail. (Why not a kept package: Toxiproxy's clients want its
 * server, a program that no registry here has; the pure ones are far larger than this and cannot keep bytes back and
 * let them go again.)
 */
export class FaultProxy {
  private readonly server = createServer({ pauseOnConnect: true }, (client) => this.join(client));
  private readonly lanes = new Set<Lane>();
  private mode: ProxyMode = 'pass';
  private delayMs = 0;

  private constructor(private target: number | null) {}

  /**
   * Listens on a free port of 127.0.0.1.
   * @param target port of the server; null: told later by `leadTo`, and nobody is let in until then
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

  /** @param target port of the server for connections from now on */
  leadTo(target: number): void {
    this.target = target;
  }

  /** The same URL at this address. */
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

  /** In order, however the delay changes. */
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
