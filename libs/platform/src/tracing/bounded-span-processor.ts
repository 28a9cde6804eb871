import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger';

export interface SpanLimits {
  /** Maximum queued spans; further ones are dropped. */
  queue: number;
  /** Maximum spans per request. */
  batch: number;
  /** Maximum time that a span waits for its batch. */
  delayMs: number;
  /** Timeout of a request including its retries. */
  exportMs: number;
}

/** Minimum interval of warnings, however many spans are lost. */
const WARN_EVERY_MS = 60_000;

/** Argument of the callback of `export`: code 0 is success. */
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/**
 * Exports ended spans in batches with a bounded queue. A slow or unavailable collector only costs lost spans, which are
 * counted.
 */
export class BoundedSpanProcessor implements SpanProcessor {
  private readonly batches: BatchSpanProcessor;
  private readonly dropped: Counter<'why'>;
  private waiting = 0;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly limits: SpanLimits,
    private readonly deps: { logger: Logger; registry: Registry; now?: () => number },
  ) {
    this.dropped = new Counter({
      name: 'querent_spans_dropped_total',
      help: 'Lost spans: the queue was full, or the collector did not accept them',
      labelNames: ['why'],
      registers: [deps.registry],
    });
    this.batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => this.send(spans, done),
        shutdown: () => exporter.shutdown(),
        forceFlush: async () => exporter.forceFlush?.(),
      },
      maxQueueSize: limits.queue,
      maxExportBatchSize: limits.batch,
      scheduledDelayMillis: limits.delayMs,
      exportTimeoutMillis: limits.exportMs,
    });
  }

  onStart(): void {}

  onEnd(span: Span & ReadableSpan): void {
    // The batch processor would drop it silently.
    if (this.waiting >= this.limits.queue) return this.lose(1, 'queue_full');
    this.waiting += 1;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }

  private send(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.waiting -= spans.length;
      if (result.code !== 0) this.lose(spans.length, 'not_sent', result.error);
      // Success, because the SDK would print the error.
      done({ code: 0 });
    });
  }

  private lose(count: number, why: 'queue_full' | 'not_sent', error?: Error): void {
    this.dropped.inc({ why }, count);
    const now = (this.deps.now ?? performance.now.bind(performance))();
    if (now - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = now;
    this.deps.logger.warn({ why, error: error?.message }, 'spans are lost: the trace collector is unavailable or slow');
  }
}
