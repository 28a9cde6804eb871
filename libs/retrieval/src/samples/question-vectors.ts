import { setTimeout as pause } from 'node:timers/promises';
import type { Embedder } from '../embedder/embedder';
import { RecentVectors } from '../embedder/recent-vectors';

/** A question waits behind at most this many. */
const CHUNK = 8;
/** 20 MB. */
const REMEMBERED = 10_000;

/** Vectors of sample questions, computed once a text, in the background. */
export class QuestionVectors {
  private readonly known = new RecentVectors(REMEMBERED);
  private readonly closing = new AbortController();
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly embedder: Embedder,
    private readonly onError: (error: unknown) => void,
  ) {}

  of(text: string): Float32Array | undefined {
    return this.known.get(text);
  }

  /** Resolves when all the texts are known, or could not be computed. */
  learn(texts: readonly string[]): Promise<void> {
    const unknown = [...new Set(texts)].filter((text) => this.known.get(text) === undefined);
    if (unknown.length > 0) this.last = this.last.then(() => this.compute(unknown)).catch((error: unknown) => {
      if (!this.closing.signal.aborted) this.onError(error);
    });
    return this.last;
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The vectors are not needed any more'));
    await this.last;
  }

  private async compute(texts: readonly string[]): Promise<void> {
    const { signal } = this.closing;
    // Another call may have asked for them meanwhile.
    const missing = texts.filter((text) => this.known.get(text) === undefined);
    for (let at = 0; at < missing.length; at += CHUNK) {
      const started = performance.now();
      const chunk = missing.slice(at, at + CHUNK);
      (await this.embedder.embed(chunk, signal)).forEach((vector, i) => this.known.set(chunk[i] ?? '', vector));
      // As long a rest as the work took, for those who wait.
      await pause(performance.now() - started, undefined, { signal });
    }
  }
}
