import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that records its calls and answers them with `answers`, in order. */
export class Receiver {
  readonly calls: Received[] = [];
  answers: {
    status: number;
    location?: string;
    hang?: boolean;
    endless?: boolean;
    drips?: boolean;
    hints?: boolean;
  }[] = [];
  private atOnce = 0;
  mostAtOnce = 0;
  private server: Server | undefined;
  url = '';

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.atOnce += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
        request.socket.once('close', () => (this.atOnce -= 1));
        this.calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        const { status, location, hang, endless, drips, hints } = this.answers.shift() ?? { status: 204 };
        if (hang) return;
        if (hints) return void floodWithHints(request.socket);
        response.writeHead(status, location === undefined ? {} : { location });
        if (drips) return void response.write('x');
        if (!endless) return void response.end();
        const more = (): void => void (response.write('x'.repeat(65_536)) && setImmediate(more));
        response.on('drain', more);
        response.on('close', () => response.removeAllListeners('drain'));
        more();
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

/** Sends interim responses forever and never a final one. */
function floodWithHints(socket: Socket): void {
  const more = (): void => {
    if (!socket.destroyed && socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)))
      setImmediate(more);
  };
  socket.on('drain', more);
  socket.on('error', () => undefined);
  more();
}
