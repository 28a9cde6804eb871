import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received webhook call. */
export interface ReceivedCall {
  delivery: string;
  event: string;
  runId: string;
  status: string;
  body: string;
  signed: boolean;
}

/**
 * Receives webhooks on loopback. The path identifies the run's ask. A third of the deliveries is first answered with
 * 500, to force a retry.
 */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  private readonly seen = new Set<string>();
  private readonly server: Server;

  private constructor(private readonly secret: string) {
    this.server = createServer((request, response) => {
      this.take(request).then(
        (status) => response.writeHead(status).end(),
        // An aborted or invalid call must not stop the receiver.
        () => response.writeHead(400).end(),
      );
    });
  }

  static async open(secret: string): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(secret);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** Records a call and returns the response's status. @throws for a truncated call or invalid JSON */
  private async take(request: IncomingMessage): Promise<number> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const delivery = String(request.headers['x-querent-delivery']);
    const { id = '', status = '' } = JSON.parse(body) as { id?: string; status?: string };
    this.calls.push({
      delivery,
      event: String(request.headers['x-querent-event']),
      runId: id,
      status,
      body,
      signed: this.isSigned(String(request.headers['x-querent-signature']), body),
    });
    const refused = !this.seen.has(delivery) && this.seen.size % 3 === 2;
    this.seen.add(delivery);
    return refused ? 500 : 204;
  }

  private isSigned(header: string, body: string): boolean {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(header) ?? [];
    return t !== undefined && v1 === createHmac('sha256', this.secret).update(`${t}.${body}`).digest('hex');
  }
}
