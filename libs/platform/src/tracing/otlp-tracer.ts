import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import type { Logger } from '../logging/logger';
import { registerSecrets } from '../logging/redacted';
import { parsedTraceparent } from '../traceparent';
import { errorAttributes } from './error-attributes';
import { LinkedSampler } from './linked-sampler';
import { exportable, type SpanAttributes } from './span-attributes';
import { BoundedSpanProcessor, type SpanLimits } from './bounded-span-processor';
import type { Span, SpanOptions, Tracer } from './span';
import { headersOf } from './tracing-env';

/** 2,048 spans are about a hundred questions, 2 MB. */
const LIMITS: SpanLimits = { queue: 2_048, batch: 512, delayMs: 1_000, exportMs: 5_000 };
const CLOSE_MS = 1_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

export interface OtlpSettings {
  /** Attributes of this process: `resourceOf`. */
  resource: Record<string, string>;
  /** Without `/v1/traces`. */
  endpoint: string;
  headers?: string;
  /** Sampling ratio of new traces, 0 to 1. */
  share: number;
}

/**
 * Exports traces to an OpenTelemetry collector, as JSON over HTTP. The provider is not registered globally: packages
 * that search for a tracer (BullMQ, LangChain, prom-client) do not find it, so traces contain only our own attributes.
 */
export class OtlpTracer implements Tracer {
  private readonly provider: TracerProvider;
  private readonly tracer: OtelTracer;

  constructor({ resource, endpoint, headers, share }: OtlpSettings, deps: { logger: Logger; registry: Registry }) {
    const sent = headersOf(headers);
    registerSecrets([headers, ...Object.values(sent).flatMap((value) => [value, ...value.split(' ')])]);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: sent,
      timeoutMillis: LIMITS.exportMs,
    });
    this.provider = new TracerProvider({
      // Set explicitly: detectors would add the host, its users and the command line.
      resource: resourceFromAttributes(resource),
      sampler: new LinkedSampler(share),
      spanProcessors: [new BoundedSpanProcessor(exporter, LIMITS, deps)],
    });
    this.tracer = this.provider.getTracer('querent');
  }

  start(name: string, parent: string | null, options: SpanOptions = {}): Span | null {
    const context = parent === null ? ROOT_CONTEXT : contextOf(parent);
    if (context === null) return null;
    const span = this.tracer.startSpan(name, startOptions(options), context);
    return span.isRecording() ? new OtlpSpan(this.tracer, span) : null;
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

class OtlpSpan implements Span {
  constructor(
    private readonly tracer: OtelTracer,
    private readonly span: OtelSpan,
  ) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(exportable(attributes));
  }

  link(traceparent: string): void {
    this.span.addLinks(linksOf([traceparent]));
  }

  fail(error: unknown): void {
    this.set(errorAttributes(error));
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  child(name: string, options: SpanOptions = {}): Span {
    return new OtlpSpan(
      this.tracer,
      this.tracer.startSpan(name, startOptions(options), trace.setSpan(ROOT_CONTEXT, this.span)),
    );
  }

  end(): void {
    this.span.end();
  }
}

const startOptions = ({ kind = 'internal', attributes = {}, links = [], startedAt }: SpanOptions) => ({
  kind: KINDS[kind],
  attributes: exportable(attributes),
  links: linksOf(links),
  startTime: startedAt,
});

const linksOf = (traceparents: readonly string[]): Link[] =>
  traceparents.map(remoteOf).flatMap((context) => (context === null ? [] : [{ context }]));

/** Null if the context is malformed or its trace is not sampled. */
function contextOf(traceparent: string): Context | null {
  const remote = remoteOf(traceparent);
  return remote === null || (remote.traceFlags & 1) === 0 ? null : trace.setSpanContext(ROOT_CONTEXT, remote);
}

function remoteOf(traceparent: string): SpanContext | null {
  const parsed = parsedTraceparent(traceparent);
  return parsed && { traceId: parsed.traceId, spanId: parsed.spanId, traceFlags: parsed.flags & 1, isRemote: true };
}
