import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes } from './span-attributes';

export interface SpanOptions {
  /** `internal` by default; OpenTelemetry's kinds. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** W3C trace contexts of other traces that it has to do with. */
  links?: readonly string[];
  /** Milliseconds since 1970; now by default. */
  startedAt?: number;
}

/** Work that is being traced. */
export interface Span {
  /** Its W3C trace context, to be handed on. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param traceparent of a span of another trace */
  link(traceparent: string): void;
  /** Tells the error's class and code, never its words. */
  fail(error: unknown): void;
  /** A part of it. */
  child(name: string, options?: SpanOptions): Span;
  end(): void;
}

export interface Tracer {
  /**
   * @param parent W3C trace context that it continues; null begins a trace
   * @returns null where the trace is not sampled
   */
  start(name: string, parent: string | null, options?: SpanOptions): Span | null;
  /** Sends what is left, within a second. Never rejects. */
  close(): Promise<void>;
}

const active = new AsyncLocalStorage<Span>();

/** The span that the current work belongs to; absent where it is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Does the work as part of a span; whoever made the span ends it. */
export function within<T>(span: Span | null | undefined, work: () => T): T {
  return span === null || span === undefined ? work() : active.run(span, work);
}

/**
 * Does the work in a span of its own below the current one; where nothing is traced, it is just done.
 * @param name always the same for the same kind of work
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
