import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger';

export interface OutletLimits {
  /** Spans that may wait to be sent; further ones are dropped. */
  queue: number;
  /** Spans of one request. */
  batch: number;
  /** Longest time that a span waits for others to be sent with. */
  delayMs: number;
  /** Time of a request with its repetitions. */
  exportMs: number;
}

/** A warning once in so long, however much is lost. */
const WARN_EVERY_MS = 60_000;

/** What `export` is called back with: 0 is success. */
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/**
 * The way out of ended spans: batches, of which a bounded number waits. A collector that is slow or away costs what is
 * lost of the traces, which is counted, and nothing else.
 */
export class SpanOutlet implements SpanProcessor {
  private readonly batches: BatchSpanProcessor;
  private readonly dropped: Counter<'why'>;
  private waiting = 0;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly limits: OutletLimits,
    private readonly deps: { logger: Logger; registry: Registry; now?: () => number },
  ) {
    this.dropped = new Counter({
      name: 'querent_spans_dropped_total',
      help: 'Spans of traces that were lost: the queue was full, or the collector did not take them',
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
    // The batch processor would drop it without a word.
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
      // Without the error: the SDK would have it printed.
      done({ code: 0 });
    });
  }

  private lose(count: number, why: 'queue_full' | 'not_sent', error?: Error): void {
    this.dropped.inc({ why }, count);
    const now = (this.deps.now ?? performance.now.bind(performance))();
    if (now - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = now;
    this.deps.logger.warn({ why, error: error?.message }, 'spans are lost: the collector of traces is away or slow');
  }
}
