import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it arrived; of the protocol's members those that are used. */
export interface CollectedSpan {
  /** `service.name` of its resource. */
  service: string;
  traceId: string;
  spanId: string;
  /** Empty: it begins its trace. */
  parentSpanId: string;
  name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  /** Names; there should be none. */
  events: unknown[];
  failed: boolean;
}

/** Stands in for an OpenTelemetry collector (OTLP as JSON over HTTP). */
export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  readonly spans: readonly CollectedSpan[];
  /** The requests' bodies, as they came. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** From now on every request is answered with this; null: not before another one is set. */
  answerWith(status: number | null): void;
  stop(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const [spans, bodies, headers]: [CollectedSpan[], string[], IncomingMessage['headers'][]] = [[], [], []];
  const held: ((code: number) => void)[] = [];
  let status: number | null = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = (code: number): void => {
        headers.push(request.headers);
        bodies.push(body);
        if (code === 200 && request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body) as ExportRequest));
        response.writeHead(request.url === '/v1/traces' ? code : 404, { 'content-type': 'application/json' }).end('{}');
      };
      if (status === null) held.push(answer);
      else answer(status);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    answerWith: (next) => {
      status = next;
      if (next !== null) for (const answer of held.splice(0)) answer(next);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: (Pick<CollectedSpan, 'traceId' | 'spanId' | 'name' | 'kind'> & {
        parentSpanId?: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: KeyValue[];
        links?: CollectedSpan['links'];
        events?: unknown[];
        status?: { code?: number };
      })[];
    }[];
  }[];
}

function spansIn({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'] ?? '');
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(
        ({
          traceId,
          spanId,
          parentSpanId = '',
          name,
          kind,
          startTimeUnixNano,
          endTimeUnixNano,
          attributes,
          links = [],
          events = [],
          status,
        }) => ({
          service,
          traceId,
          spanId,
          parentSpanId,
          name,
          kind,
          startedAt: Number(startTimeUnixNano) / 1e6,
          endedAt: Number(endTimeUnixNano) / 1e6,
          attributes: valuesOf(attributes),
          links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
          events,
          failed: status?.code === 2,
        }),
      ),
    );
  });
}

const valuesOf = (pairs: KeyValue[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );
