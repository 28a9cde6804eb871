import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkedRequest, type CheckedRequest } from './checked-request';
import type { StoredCollections } from './endpoints';
import { Refusal } from './refusal';
import { type QdrantFault, sendBare, sendFault, sendRefusal, sendResult } from './send-answer';

/** A request that passed validation. */
export interface QdrantRequest {
  /** Method and path template of the published API, e.g. `POST /collections/{collection_name}/points/query`. */
  route: string;
  collection: string;
  parameters: Record<string, string>;
  /** Undefined for an upsert of points, which may be large. */
  body: unknown;
  /** Number of upserted points. */
  points: number;
  bytes: number;
}

/** Test double of a Qdrant server, for machines that cannot run one. endpoints.ts lists the supported endpoints. */
export interface QdrantStandIn {
  /** Value for `QDRANT_URL`. */
  readonly url: string;
  readonly requests: QdrantRequest[];
  /** Requests that violated the published API or strict mode, with the error. Empty for a correct client. */
  readonly refused: string[];
  /** Number of requests without an answer yet. */
  readonly underWay: number;
  /** Adds a fault. It takes precedence over earlier ones. */
  fault(fault: QdrantFault): void;
  /** Removes all faults. */
  heal(): void;
  /** Applies the changes that were requested without `wait=true`. */
  settle(): void;
  /** Closes every connection and the port. Stored collections stay. */
  stop(): Promise<void>;
  /** Listens on the same port again after `stop`. */
  start(): Promise<void>;
}

export interface QdrantStandInOptions {
  /** API key that requests must send. Default: none. */
  apiKey?: string;
  /** Whether filters may use only indexed fields. Default: true. */
  strict?: boolean;
  version?: string;
}

/** Starts the test double on a free port of 127.0.0.1. It does not keep a test process alive. */
export async function startQdrantStandIn(options: QdrantStandInOptions = {}): Promise<QdrantStandIn> {
  const standIn = new StandIn(options);
  await standIn.start();
  return standIn;
}

class StandIn implements QdrantStandIn {
  url = '';
  readonly requests: QdrantRequest[] = [];
  readonly refused: string[] = [];
  underWay = 0;
  private faults: QdrantFault[] = [];
  private readonly store: StoredCollections;
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly options: QdrantStandInOptions) {
    this.store = { collections: new Map(), strict: options.strict ?? true, version: options.version ?? '1.17.0' };
  }

  fault(fault: QdrantFault): void {
    this.faults.unshift({ ...fault });
  }

  heal(): void {
    this.faults = [];
  }

  settle(): void {
    for (const collection of this.store.collections.values()) collection.settle();
  }

  async start(): Promise<void> {
    if (this.server !== undefined) return;
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.server.unref();
    this.port = (this.server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.underWay += 1;
    response.once('close', () => (this.underWay -= 1));
    const { method = '', url = '/', headers } = incoming;
    try {
      const body = await bodyOf(incoming);
      if (body === null) return;
      const request = checkedRequest({ method, url, headers, body }, this.options.apiKey);
      this.record(request, body.length);
      this.answer(request, response);
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(500, `Service internal error: the stand-in failed: ${String(error)}`);
      // A missing or existing collection is a legal request, and specs test wrong keys on purpose.
      if (![401, 404, 409].includes(refusal.status) || refusal.message.startsWith('the stand-in'))
        this.refused.push(`${method} ${url}: ${refusal.status} ${refusal.message}`);
      sendRefusal(response, refusal);
    }
  }

  private answer(request: CheckedRequest, response: ServerResponse): void {
    const fault = this.takeFault(request.route);
    if (fault !== undefined && fault.kind !== 'cut_off') return sendFault(response, fault);
    const answer = request.answer(this.store);
    if (request.endpoint.bare === true) sendBare(response, answer);
    else sendResult(response, answer, { cutOff: fault !== undefined });
  }

  private takeFault(route: string): QdrantFault | undefined {
    const fault = this.faults.find((each) => route.endsWith(each.route ?? '') && each.times !== 0);
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }

  private record({ route, collection, parameters, body }: CheckedRequest, bytes: number): void {
    const puts = route === 'PUT /collections/{collection_name}/points';
    this.requests.push({
      route,
      collection,
      parameters,
      body: puts ? undefined : body,
      points: puts ? (body as { points: unknown[] }).points.length : 0,
      bytes,
    });
  }
}

/** Returns the request's body, or null if the client disconnected before it was complete. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}
