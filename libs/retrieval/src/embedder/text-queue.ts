interface Waiting {
  text: string;
  resolve: (vector: Float32Array) => void;
  reject: (reason: unknown) => void;
}

/** Texts to be embedded together, each once. */
export interface TextBatch {
  texts: string[];
  /** A vector or an error per text. */
  deliver: (outcomes: readonly (Float32Array | Error)[]) => void;
  fail: (reason: unknown) => void;
}

/** FIFO queue of the texts of all callers, taken in batches. */
export class TextQueue {
  private waiting: Waiting[] = [];
  private readonly followed = new Map<AbortSignal, { waiting: Set<Waiting>; abort: () => void }>();

  /** @param onAsked called for each queued text */
  constructor(private readonly onAsked: () => void) {}

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /**
   * Resolves with the text's vector. An aborted text is not embedded, unless it is in flight or another caller waits
   * for it.
   */
  ask(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        text,
        resolve: (vector) => {
          forget();
          resolve(vector);
        },
        reject: (reason) => {
          forget();
          reject(reason);
        },
      };
      const forget = signal === undefined ? () => undefined : this.follow(signal, waiting);
      this.waiting.push(waiting);
      this.onAsked();
    });
  }

  /** The next texts, at least one; null if the queue is empty. */
  take(most: { texts: number; characters: number }): TextBatch | null {
    const chosen = new Set<string>();
    let characters = 0;
    for (const { text } of this.waiting) {
      if (chosen.has(text)) continue;
      if (chosen.size > 0 && (chosen.size >= most.texts || characters + text.length > most.characters)) break;
      chosen.add(text);
      characters += text.length;
    }
    if (chosen.size === 0) return null;
    const taken = this.waiting.filter(({ text }) => chosen.has(text));
    this.waiting = this.waiting.filter(({ text }) => !chosen.has(text));
    const texts = [...chosen];
    return {
      texts,
      deliver: (outcomes) => {
        const byText = new Map(texts.map((text, i) => [text, outcomes[i]]));
        for (const { text, resolve, reject } of taken) {
          const outcome = byText.get(text) ?? new Error('The embedder gave no vector for a text');
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        }
      },
      fail: (reason) => taken.forEach(({ reject }) => reject(reason)),
    };
  }

  /** One listener per signal, however many texts wait under it. @returns removes this one */
  private follow(signal: AbortSignal, waiting: Waiting): () => void {
    const own = this.followed.get(signal) ?? { waiting: new Set<Waiting>(), abort: () => this.aborted(signal) };
    if (own.waiting.size === 0) {
      this.followed.set(signal, own);
      signal.addEventListener('abort', own.abort, { once: true });
    }
    own.waiting.add(waiting);
    return () => {
      if (!own.waiting.delete(waiting) || own.waiting.size > 0) return;
      this.followed.delete(signal);
      signal.removeEventListener('abort', own.abort);
    };
  }

  private aborted(signal: AbortSignal): void {
    const lost = [...(this.followed.get(signal)?.waiting ?? [])];
    const isLost = new Set(lost);
    this.waiting = this.waiting.filter((one) => !isLost.has(one));
    lost.forEach(({ reject }) => reject(signal.reason));
  }

  /** Rejects all waiting texts. */
  fail(reason: unknown): void {
    const lost = this.waiting;
    this.waiting = [];
    lost.forEach(({ reject }) => reject(reason));
  }
}
