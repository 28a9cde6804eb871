import { Worker } from 'node:worker_threads';
import type { Embedder } from './embedder';
import { embedderFiles, type EmbedderFiles } from './embedder-files';
import { RecentVectors } from './recent-vectors';
import { TextQueue, type TextBatch } from './text-queue';
import type { FromThread, ThreadData, ToThread } from './thread-messages';

export interface LocalEmbedderOptions {
  /** Cache size of vectors, 2 KB each; default 8 MB. */
  rememberedBytes?: number;
  /** The build output; found by default. */
  files?: EmbedderFiles;
}

/**
 * The thread computes texts one by one. Small batches cost few messages, and a question waits little behind another's
 * (some 30 ms).
 */
const BATCH = { texts: 4, characters: Infinity };
const REMEMBERED_BYTES = 8 * 1024 * 1024;
/** Minimum time between two starts, so that a failing thread is not started for every question. */
const RESTART_AFTER_MS = 10_000;
/** The weights are outside the thread's heap; other allocations are short-lived. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/**
 * The embedder of the package: English by its model, Chinese by glosses, in a separate thread, started and warmed at
 * once. Texts of all callers are sent in batches, one batch at a time, first come first served.
 * @throws if the embedder's files have not been built
 */
export function openLocalEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  return new LocalEmbedder(options.files ?? embedderFiles(), options.rememberedBytes ?? REMEMBERED_BYTES);
}

class LocalEmbedder implements Embedder {
  readonly model: string;
  readonly dimension: number;
  private readonly recent: RecentVectors;
  private thread: Worker | null = null;
  private warm = false;
  private closed = false;
  private startedAt = 0;
  // Texts of one call, and of calls made in the same turn, go into one batch.
  private readonly queue = new TextQueue(() => queueMicrotask(() => this.send()));
  private inFlight: { id: number; batch: TextBatch } | null = null;
  private batches = 0;

  constructor(
    private readonly files: EmbedderFiles,
    rememberedBytes: number,
  ) {
    this.model = files.model;
    this.dimension = files.dimension;
    this.recent = new RecentVectors(rememberedBytes);
    this.start();
  }

  ready(): boolean {
    return this.warm;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors = await Promise.all(texts.map(async (text) => this.recent.get(text) ?? this.queue.ask(text, signal)));
    signal?.throwIfAborted();
    return vectors;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.fail(new Error('The embedder is closed'));
    await this.thread?.terminate();
  }

  private send(): void {
    if (this.inFlight !== null || this.queue.empty) return;
    if (this.thread === null) this.start();
    if (this.thread === null)
      return this.fail(
        new Error(this.closed ? 'The embedder is closed' : 'The embedder has stopped and is not started again yet'),
      );
    if (!this.warm) return;
    const batch = this.queue.take(BATCH);
    if (batch === null) return;
    const id = ++this.batches;
    this.inFlight = { id, batch };
    // Only a pending batch keeps the process alive.
    this.thread.ref();
    this.thread.postMessage({ id, texts: batch.texts } satisfies ToThread);
  }

  private start(): void {
    if (this.closed || Date.now() - this.startedAt < RESTART_AFTER_MS) return;
    this.startedAt = Date.now();
    const thread = new Worker(this.files.thread, {
      workerData: { folder: this.files.folder, dimension: this.dimension } satisfies ThreadData,
      name: 'embedder',
      resourceLimits: HEAP,
    });
    thread.on('message', (message: FromThread) => this.receive(message));
    thread.on('error', (error) => this.stopped(thread, error));
    thread.on('exit', (code) => this.stopped(thread, new Error(`The embedder's thread ended with ${code}`)));
    this.thread = thread;
  }

  private receive(message: FromThread): void {
    const { id, batch } = this.inFlight ?? {};
    if (message.kind === 'ready') {
      this.warm = true;
    } else if (batch !== undefined && id === message.id) {
      this.inFlight = null;
      if (message.kind === 'failed') batch.fail(new Error(`The embedder failed: ${message.message}`));
      else this.deliver(batch, message.vectors);
    }
    this.send();
    if (this.inFlight === null && this.queue.empty) this.thread?.unref();
  }

  private deliver({ texts, deliver }: TextBatch, rows: Float32Array): void {
    // Copies, because a view of a row would keep the whole batch in memory.
    const vectors = texts.map((_, i) => rows.slice(i * this.dimension, (i + 1) * this.dimension));
    texts.forEach((text, i) => this.recent.set(text, vectors[i] ?? new Float32Array()));
    deliver(vectors);
  }

  private stopped(thread: Worker, error: Error): void {
    if (this.thread !== thread) return;
    this.thread = null;
    this.warm = false;
    this.fail(error);
  }

  private fail(error: Error): void {
    const lost = this.inFlight?.batch;
    this.inFlight = null;
    lost?.fail(error);
    this.queue.fail(error);
  }
}
