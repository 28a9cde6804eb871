import { setTimeout as pause } from 'node:timers/promises';
import { CircuitBreaker } from '@querent/platform';
import type { Embedder } from './embedder';
import { EmbeddingsFailure, type EmbeddingsTrouble } from './embeddings-failure';
import { RecentVectors } from './recent-vectors';
import { requestEmbeddings, type EmbeddingsEndpoint } from './request-embeddings';
import { TextQueue, type TextBatch } from './text-queue';

export interface EndpointTiming {
  /** Time limit of a request. */
  timeoutMs: number;
  /** Approximate first pause before a retry; each further one is twice as long. */
  pauseMs: number;
  /** Longest pause, whatever the server requests. */
  longestPauseMs: number;
  /** Consecutive failed requests that open the circuit breaker. */
  failures: number;
  /** How long the breaker stays open, and the interval of probes of a server that was not ready. */
  breakerPauseMs: number;
}

export interface EndpointEmbedderOptions {
  endpoint: EmbeddingsEndpoint;
  /** The model's name in `Embedder.model`. */
  name: string;
  /** Called when the server becomes unavailable, once until it has answered again. */
  onError: (error: unknown) => void;
  fetch?: typeof fetch;
  timing?: Partial<EndpointTiming>;
}

const TIMING: EndpointTiming = {
  timeoutMs: 15_000,
  pauseMs: 300,
  longestPauseMs: 10_000,
  failures: 5,
  breakerPauseMs: 15_000,
};
/**
 * Well within the published limits (2,048 texts, 300,000 tokens together); a reply of 3,072 numbers per text is parsed
 * in some 30 ms.
 */
const BATCH = { texts: 32, characters: 40_000 };
const IN_FLIGHT = 2;
const REMEMBERED_BYTES = 16 * 1024 * 1024;
/** 8,192 tokens, one per Chinese character and a quarter per Latin letter, with some margin. */
const LONGEST_TEXT = 6_000;
/** Retries per failure. */
const RETRIES: Record<EmbeddingsTrouble, number> = {
  trouble: 2,
  rate_limited: 3,
  malformed: 1,
  refused: 0,
  left_alone: 0,
};
/** Statuses that may be caused by one of the texts, or by their number. */
const TEXT_RELATED: ReadonlySet<number | null> = new Set([400, 413, 422]);

/**
 * An embedder behind an OpenAI-compatible `/embeddings`. Texts of all callers are sent in batches, few concurrently. It
 * learns its dimension from the first reply: until then `dimension` is 0 and `model` not final. If the server is
 * unavailable, `embed` rejects with EmbeddingsFailure.
 */
export class EndpointEmbedder implements Embedder {
  dimension = 0;
  private readonly timing: EndpointTiming;
  private readonly recent = new RecentVectors(REMEMBERED_BYTES);
  private readonly queue = new TextQueue(() => queueMicrotask(() => this.send()));
  private readonly closing = new AbortController();
  private readonly breaker: CircuitBreaker;
  private probing: NodeJS.Timeout | null = null;
  private inFlight = 0;
  private mostTexts = BATCH.texts;
  private unavailabilityReported = false;

  constructor(private readonly options: EndpointEmbedderOptions) {
    this.timing = { ...TIMING, ...options.timing };
    const { failures, breakerPauseMs } = this.timing;
    this.breaker = new CircuitBreaker({
      failures,
      pauseMs: breakerPauseMs,
      verdict: (error) => (error instanceof EmbeddingsFailure ? (error.why === 'trouble' ? 'trouble' : 'alive') : null),
      refusal: () => new EmbeddingsFailure('left_alone', 'the circuit breaker of the embedding model’s server is open'),
    });
    void this.probe();
  }

  get model(): string {
    return `openai:${this.options.name}:${this.dimension}`;
  }

  ready(): boolean {
    return this.dimension > 0 && this.breaker.isClosed && !this.closing.signal.aborted;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    this.closing.signal.throwIfAborted();
    const sent = texts.map(normalizedText);
    const vectors = await Promise.all(
      sent.map(async (text) => (text === '' ? null : (this.recent.get(text) ?? this.queue.ask(text, signal)))),
    );
    if (this.dimension === 0) await this.queue.ask(PROBE, signal);
    signal?.throwIfAborted();
    return vectors.map((vector) => vector ?? new Float32Array(this.dimension));
  }

  async close(): Promise<void> {
    const closed = new Error('The embedder is closed');
    this.closing.abort(closed);
    if (this.probing !== null) clearTimeout(this.probing);
    this.queue.fail(closed);
  }

  private send(): void {
    while (this.inFlight < IN_FLIGHT) {
      const batch = this.queue.take({ ...BATCH, texts: this.mostTexts });
      if (batch === null) return;
      this.inFlight += 1;
      void this.embedBatch(batch);
    }
  }

  private async embedBatch({ texts, deliver, fail }: TextBatch): Promise<void> {
    try {
      const outcomes = await this.requestInParts(texts);
      texts.forEach((text, i) => {
        const vector = outcomes[i];
        if (vector instanceof Float32Array) this.recent.set(text, vector);
      });
      deliver(outcomes);
    } catch (error) {
      fail(error);
      this.reportUnavailable(error);
    } finally {
      this.inFlight -= 1;
      this.send();
    }
  }

  /**
   * A vector or a failure per text. A batch refused because of one text, or of too many, is split in halves: no caller
   * fails because of another's text.
   */
  private async requestInParts(texts: readonly string[]): Promise<(Float32Array | EmbeddingsFailure)[]> {
    try {
      return await this.requestWithRetries(texts);
    } catch (error) {
      if (
        !(error instanceof EmbeddingsFailure) ||
        error.why !== 'refused' ||
        !TEXT_RELATED.has(error.status) ||
        this.dimension === 0
      )
        throw error;
      if (texts.length === 1) return [error];
    }
    const half = Math.ceil(texts.length / 2);
    const parts = [
      ...(await this.requestInParts(texts.slice(0, half))),
      ...(await this.requestInParts(texts.slice(half))),
    ];
    if (parts.every((part) => part instanceof Float32Array)) this.mostTexts = Math.min(this.mostTexts, half);
    return parts;
  }

  /** With retries. */
  private async requestWithRetries(texts: readonly string[]): Promise<Float32Array[]> {
    const { signal } = this.closing;
    for (let tries = 1; ; tries++) {
      try {
        return await this.requestOnce(texts);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EmbeddingsFailure) || tries > RETRIES[error.why]) throw error;
        const { pauseMs, longestPauseMs } = this.timing;
        const ms = Math.max(pauseMs * 2 ** (tries - 1) * (0.5 + Math.random()), error.retryAfterMs ?? 0);
        await pause(Math.min(ms, longestPauseMs), undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  /** One request through the circuit breaker. */
  private async requestOnce(texts: readonly string[]): Promise<Float32Array[]> {
    const { endpoint, fetch = globalThis.fetch } = this.options;
    const request = {
      texts,
      dimension: this.dimension,
      timeoutMs: this.timing.timeoutMs,
      signal: this.closing.signal,
      fetch,
    };
    const vectors = await this.breaker.guard(() => requestEmbeddings(endpoint, request));
    const width = vectors[0]?.length ?? 0;
    // Two first requests may have been in flight concurrently.
    if (this.dimension !== 0 && width !== this.dimension)
      throw new EmbeddingsFailure(
        'malformed',
        `the embedding model gives ${width} numbers where it gave ${this.dimension} before`,
      );
    this.dimension = width;
    this.unavailabilityReported = false;
    return vectors;
  }

  /** Callers do not use an embedder that is not ready, so it probes the server itself. */
  private reportUnavailable(error: unknown): void {
    if (this.closing.signal.aborted) return;
    if (!this.unavailabilityReported) this.options.onError(error);
    this.unavailabilityReported = true;
    if (this.ready()) return;
    this.probing ??= setTimeout(() => {
      this.probing = null;
      void this.probe();
    }, this.timing.breakerPauseMs).unref();
  }

  private async probe(): Promise<void> {
    await this.queue.ask(PROBE, this.closing.signal).catch(() => undefined);
  }
}

const PROBE = 'ready';

/**
 * Normalised form of a text, equal for equivalent texts. Chinese and case are kept: such models know both. A text
 * without a word is not sent, because servers refuse empty ones.
 */
function normalizedText(text: string): string {
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return '';
  return text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}$/u, '');
}
