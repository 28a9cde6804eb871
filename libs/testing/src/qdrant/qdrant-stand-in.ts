import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkedRequest, type CheckedRequest } from './checked-request';
import type { StoredCollections } from './endpoints';
import { Refusal } from './refusal';
import { type QdrantFault, sendBare, sendFault, sendRefusal, sendResult } from './send-answer';

/** A request that was of its schemas. */
export interface QdrantRequest {
  /** As published, e.g. `POST /collections/{collection_name}/points/query`. */
  route: string;
  collection: string;
  parameters: Record<string, string>;
  /** Not of points that are put: there may be many. */
  body: unknown;
  /** Of points that are put. */
  points: number;
  bytes: number;
}

/** Takes the place of a Qdrant server, which cannot be had everywhere; see endpoints.ts for what of it. */
export interface QdrantStandIn {
  /** For `QDRANT_URL`. */
  readonly url: string;
  readonly requests: QdrantRequest[];
  /** What was asked against the published API, or of strict mode; a spec that asks rightly leaves it empty. */
  readonly refused: string[];
  /** Requests that have no answer yet. */
  readonly underWay: number;
  /** Later faults stand before earlier ones. */
  fault(fault: QdrantFault): void;
  heal(): void;
  /** Makes seen what was changed without `wait=true`. */
  settle(): void;
  /** Ends every connection and listens no more; what is stored stays. */
  stop(): Promise<void>;
  /** After `stop`: again, at the same port. */
  start(): Promise<void>;
}

export interface QdrantStandInOptions {
  /** Requests must bring it; default: none. */
  apiKey?: string;
  /** Whether filters may only look at indexed fields; default: so. */
  strict?: boolean;
  version?: string;
}

/** Starts it on a free port of 127.0.0.1. A test that forgets to stop it ends all the same. */
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
      // What is not there, or there already, is asked for rightly; a wrong key is somebody's test.
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

/** null where the client is gone before all of it came. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}
