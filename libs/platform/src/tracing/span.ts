import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes } from './span-attributes';

export interface SpanOptions {
  /** `internal` by default; OpenTelemetry's kinds. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** W3C trace contexts of related traces. */
  links?: readonly string[];
  /** Milliseconds since 1970; now by default. */
  startedAt?: number;
}

/** A unit of traced work. */
export interface Span {
  /** Its W3C trace context, for propagation. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param traceparent of a span of another trace */
  link(traceparent: string): void;
  /** Records the error's class and code, never its message. */
  fail(error: unknown): void;
  /** Starts a child span. */
  child(name: string, options?: SpanOptions): Span;
  end(): void;
}

export interface Tracer {
  /**
   * Starts a span.
   * @param parent W3C trace context to continue; null starts a new trace
   * @returns null if the trace is not sampled
   */
  start(name: string, parent: string | null, options?: SpanOptions): Span | null;
  /** Sends the remaining spans, within a second. Never rejects. */
  close(): Promise<void>;
}

const active = new AsyncLocalStorage<Span>();

/** The current span; absent if the work is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs the work with a span as the current one; its creator ends it. */
export function within<T>(span: Span | null | undefined, work: () => T): T {
  return span === null || span === undefined ? work() : active.run(span, work);
}

/**
 * Runs the work in a child of the current span; without a current span, it is not traced.
 * @param name constant for the same kind of work
 */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = active.getStore();
  if (parent === undefined) return work(undefined);
  const span = parent.child(name, options);
  try {
    return await active.run(span, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
