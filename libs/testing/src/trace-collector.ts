import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received span, with the members of OTLP that the specs use. */
export interface CollectedSpan {
  /** `service.name` of the span's resource. */
  service: string;
  /** Attributes of the process that sent the span. */
  resource: Record<string, string | number | boolean>;
  traceId: string;
  spanId: string;
  /** Empty for the root span of a trace. */
  parentSpanId: string;
  name: string;
  /** OTLP's span kind: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  /** Recorded events. The product sends none. */
  events: unknown[];
  failed: boolean;
}

/** Test double of an OpenTelemetry collector (OTLP as JSON over HTTP). */
export interface TraceCollector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  readonly spans: readonly CollectedSpan[];
  /** Raw bodies of the requests. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** Status of all further responses. Null holds the responses back until another status is set. */
  answerWith(status: number | null): void;
  stop(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const [spans, bodies, headers]: [CollectedSpan[], string[], IncomingMessage['headers'][]] = [[], [], []];
  const heldBack: ((code: number) => void)[] = [];
  let status: number | null = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = (code: number): void => {
        headers.push(request.headers);
        bodies.push(body);
        if (code === 200 && request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body) as ExportRequest));
        response.writeHead(request.url === '/v1/traces' ? code : 404, { 'content-type': 'application/json' }).end('{}');
      };
      if (status === null) heldBack.push(answer);
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
      if (next !== null) for (const answer of heldBack.splice(0)) answer(next);
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
    const sender = valuesOf(resource.attributes);
    const service = String(sender['service.name'] ?? '');
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
          resource: sender,
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
