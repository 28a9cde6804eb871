import { Worker } from 'node:worker_threads';
import type { Embedder } from './embedder';
import { embedderFiles, type EmbedderFiles } from './embedder-files';
import { RecentVectors } from './recent-vectors';
import type { FromThread, ThreadData, ToThread } from './thread-messages';

export interface LocalEmbedderOptions {
  /** How many vectors (2 KB each) are kept. */
  remembered?: number;
  /** What the build made; found by default. */
  files?: EmbedderFiles;
}

interface Waiting {
  text: string;
  resolve: (vector: Float32Array) => void;
  reject: (reason: unknown) => void;
}

/** Small enough that a question waits little behind another's batch (some 40 ms), big enough for most of the gain of batching. */
const BATCH = 16;
const REMEMBERED = 2_000;
/** A thread that cannot start is not started for every question. */
const RESTART_AFTER_MS = 10_000;

/**
 * The embedder that needs nothing but the package: English by its model, Chinese by glosses, in a thread of its own, started
 * and warmed at once. Texts of all callers are sent in batches, one batch at a time, first come first served.
 * @throws when the embedder's files have not been built
 */
export function openLocalEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  return new LocalEmbedder(options.files ?? embedderFiles(), options.remembered ?? REMEMBERED);
}

class LocalEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  private readonly recent: RecentVectors;
  private thread: Worker | null = null;
  private warm = false;
  private closed = false;
  private startedAt = 0;
  private waiting: Waiting[] = [];
  private inFlight: { id: number; texts: string[]; waiting: Waiting[] } | null = null;
  private batches = 0;

  constructor(
    private readonly files: EmbedderFiles,
    remembered: number,
  ) {
    this.model = files.model;
    this.dimension = files.dimension;
    this.recent = new RecentVectors(remembered);
    this.start();
  }

  ready(): boolean {
    return this.warm;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors = await Promise.all(texts.map((text) => this.recent.get(text) ?? this.ask(text, signal)));
    signal?.throwIfAborted();
    return vectors;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.fail(new Error('The embedder is closed'));
    await this.thread?.terminate();
  }

  private ask(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.waiting = this.waiting.filter((one) => one !== waiting);
        reject(signal?.reason);
      };
      const forget = () => signal?.removeEventListener('abort', abort);
      const waiting: Waiting = {
        text,
        resolve: (vector) => { forget(); resolve(vector); },
        reject: (reason) => { forget(); reject(reason); },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.waiting.push(waiting);
      // Texts of one call, and of calls made in the same turn, go into one batch.
      queueMicrotask(() => this.send());
    });
  }

  private send(): void {
    if (this.inFlight !== null || this.waiting.length === 0) return;
    if (this.thread === null) this.start();
    if (this.thread === null) return this.fail(new Error(this.closed ? 'The embedder is closed' : 'The embedder has stopped and is not started again yet'));
    if (!this.warm) return;
    const texts = [...new Set(this.waiting.map(({ text }) => text))].slice(0, BATCH);
    const chosen = new Set(texts);
    const id = ++this.batches;
    this.inFlight = { id, texts, waiting: this.waiting.filter(({ text }) => chosen.has(text)) };
    this.waiting = this.waiting.filter(({ text }) => !chosen.has(text));
    // Only a batch that somebody waits for keeps the process alive.
    this.thread.ref();
    this.thread.postMessage({ id, texts } satisfies ToThread);
  }

  private start(): void {
    if (this.closed || Date.now() - this.startedAt < RESTART_AFTER_MS) return;
    this.startedAt = Date.now();
    const thread = new Worker(this.files.thread, { workerData: { folder: this.files.folder, dimension: this.dimension } satisfies ThreadData, name: 'embedder' });
    thread.on('message', (message: FromThread) => this.receive(message));
    thread.on('error', (error) => this.stopped(thread, error));
    thread.on('exit', (code) => this.stopped(thread, new Error(`The embedder's thread ended with ${code}`)));
    this.thread = thread;
  }

  private receive(message: FromThread): void {
    const batch = this.inFlight;
    if (message.kind === 'ready') {
      this.warm = true;
    } else if (batch !== null && batch.id === message.id) {
      this.inFlight = null;
      if (message.kind === 'failed') batch.waiting.forEach(({ reject }) => reject(new Error(`The embedder failed: ${message.message}`)));
      else this.deliver(batch, message.vectors);
    }
    this.send();
    if (this.inFlight === null && this.waiting.length === 0) this.thread?.unref();
  }

  private deliver(batch: { texts: string[]; waiting: Waiting[] }, rows: Float32Array): void {
    batch.texts.forEach((text, i) => {
      // A copy: a view of the row would keep the whole batch in memory for as long as one of its vectors.
      const vector = rows.slice(i * this.dimension, (i + 1) * this.dimension);
      this.recent.set(text, vector);
      for (const one of batch.waiting) if (one.text === text) one.resolve(vector);
    });
  }

  private stopped(thread: Worker, error: Error): void {
    if (this.thread !== thread) return;
    this.thread = null;
    this.warm = false;
    this.fail(error);
  }

  private fail(error: Error): void {
    const lost = [...(this.inFlight?.waiting ?? []), ...this.waiting];
    this.inFlight = null;
    this.waiting = [];
    lost.forEach(({ reject }) => reject(error));
  }
}
