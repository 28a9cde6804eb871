import { setTimeout as pause } from 'node:timers/promises';
import { CircuitBreaker } from '@querent/platform';
import type { Embedder } from './embedder';
import { EmbeddingsFailure, type EmbeddingsTrouble } from './embeddings-failure';
import { RecentVectors } from './recent-vectors';
import { requestEmbeddings, type EmbeddingsEndpoint } from './request-embeddings';
import { TextQueue, type TextBatch } from './text-queue';

export interface EndpointTiming {
  /** A request is given up after so long. */
  timeoutMs: number;
  /** About the first pause before a repeated request; each further one is twice as long. */
  pauseMs: number;
  /** However long the server wants to be left alone. */
  longestPauseMs: number;
  /** So many requests in a row that found the server in trouble, and it is left alone. */
  failures: number;
  /** For so long; and so often a server that was not ready is asked whether it is. */
  leftAloneMs: number;
}

export interface EndpointEmbedderOptions {
  endpoint: EmbeddingsEndpoint;
  /** The model's name in `Embedder.model`. */
  name: string;
  /** Told when the server is found away, once until it has answered again. */
  onError: (error: unknown) => void;
  fetch?: typeof fetch;
  timing?: Partial<EndpointTiming>;
}

const TIMING: EndpointTiming = {
  timeoutMs: 15_000,
  pauseMs: 300,
  longestPauseMs: 10_000,
  failures: 5,
  leftAloneMs: 15_000,
};
/**
 * Well within what is published (2,048 texts, 300,000 tokens together), and a reply of 3,072 numbers a text is read in
 * some 30 ms.
 */
const BATCH = { texts: 32, characters: 40_000 };
const IN_FLIGHT = 2;
const REMEMBERED_BYTES = 16 * 1024 * 1024;
/** 8,192 tokens, one a Chinese character and a quarter of one a Latin letter, with some room. */
const LONGEST_TEXT = 6_000;
/** How often a request is repeated after each failure. */
const RETRIES: Record<EmbeddingsTrouble, number> = {
  trouble: 2,
  rate_limited: 3,
  malformed: 1,
  refused: 0,
  left_alone: 0,
};
/** Statuses that may be about one of the texts, or about how many there are. */
const OF_THE_TEXTS: ReadonlySet<number | null> = new Set([400, 413, 422]);

/**
 * An embedder behind an OpenAI-compatible `/embeddings`. Texts of all callers go in batches, few at once. It learns its
 * dimension from the first reply: until then `dimension` is 0 and `model` not final. Where the server is away, `embed`
 * rejects with EmbeddingsFailure.
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
  private toldAway = false;

  constructor(private readonly options: EndpointEmbedderOptions) {
    this.timing = { ...TIMING, ...options.timing };
    const { failures, leftAloneMs } = this.timing;
    this.breaker = new CircuitBreaker({
      failures,
      pauseMs: leftAloneMs,
      verdict: (error) => (error instanceof EmbeddingsFailure ? (error.why === 'trouble' ? 'trouble' : 'alive') : null),
      refusal: () =>
        new EmbeddingsFailure(
          'left_alone',
          'the embedding model’s server was in trouble, it is left alone for a while',
        ),
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
    const sent = texts.map(asSent);
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
      void this.fulfil(batch);
    }
  }

  private async fulfil({ texts, deliver, fail }: TextBatch): Promise<void> {
    try {
      const outcomes = await this.inParts(texts);
      texts.forEach((text, i) => {
        const vector = outcomes[i];
        if (vector instanceof Float32Array) this.recent.set(text, vector);
      });
      deliver(outcomes);
    } catch (error) {
      fail(error);
      this.away(error);
    } finally {
      this.inFlight -= 1;
      this.send();
    }
  }

  /**
   * A vector or a failure a text. What is refused because of one text, or because of too many, is asked for in halves:
   * no caller fails by another's text.
   */
  private async inParts(texts: readonly string[]): Promise<(Float32Array | EmbeddingsFailure)[]> {
    try {
      return await this.persistently(texts);
    } catch (error) {
      if (
        !(error instanceof EmbeddingsFailure) ||
        error.why !== 'refused' ||
        !OF_THE_TEXTS.has(error.status) ||
        this.dimension === 0
      )
        throw error;
      if (texts.length === 1) return [error];
    }
    const half = Math.ceil(texts.length / 2);
    const parts = [...(await this.inParts(texts.slice(0, half))), ...(await this.inParts(texts.slice(half)))];
    if (parts.every((part) => part instanceof Float32Array)) this.mostTexts = Math.min(this.mostTexts, half);
    return parts;
  }

  /** With retries. */
  private async persistently(texts: readonly string[]): Promise<Float32Array[]> {
    const { signal } = this.closing;
    for (let tries = 1; ; tries++) {
      try {
        return await this.once(texts);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EmbeddingsFailure) || tries > RETRIES[error.why]) throw error;
        const { pauseMs, longestPauseMs } = this.timing;
        const ms = Math.max(pauseMs * 2 ** (tries - 1) * (0.5 + Math.random()), error.retryAfterMs ?? 0);
        await pause(Math.min(ms, longestPauseMs), undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  /** One request, unless the server is left alone. */
  private async once(texts: readonly string[]): Promise<Float32Array[]> {
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
    // Two first replies may have been on their way at once.
    if (this.dimension !== 0 && width !== this.dimension)
      throw new EmbeddingsFailure(
        'malformed',
        `the embedding model gives ${width} numbers where it gave ${this.dimension} before`,
      );
    this.dimension = width;
    this.toldAway = false;
    return vectors;
  }

  /** Nobody asks an embedder that is not ready: it finds out by itself when it is again. */
  private away(error: unknown): void {
    if (this.closing.signal.aborted) return;
    if (!this.toldAway) this.options.onError(error);
    this.toldAway = true;
    if (this.ready()) return;
    this.probing ??= setTimeout(() => {
      this.probing = null;
      void this.probe();
    }, this.timing.leftAloneMs).unref();
  }

  private async probe(): Promise<void> {
    await this.queue.ask(PROBE, this.closing.signal).catch(() => undefined);
  }
}

const PROBE = 'ready';

/**
 * One spelling for equal texts. Chinese stays as it is, and so does the case: such models know both. A text without a
 * word is not sent: servers refuse empty ones.
 */
function asSent(text: string): string {
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return '';
  return text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}$/u, '');
}
