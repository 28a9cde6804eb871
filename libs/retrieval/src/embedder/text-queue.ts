interface Waiting {
  text: string;
  resolve: (vector: Float32Array) => void;
  reject: (reason: unknown) => void;
}

/** Texts to be embedded together, each once. */
export interface TextBatch {
  texts: string[];
  /** A vector a text, or why there is none. */
  deliver: (outcomes: readonly (Float32Array | Error)[]) => void;
  fail: (reason: unknown) => void;
}

/** Texts of all callers, first come first served, taken in batches by whoever embeds them. */
export class TextQueue {
  private waiting: Waiting[] = [];
  private readonly followed = new Map<AbortSignal, { waiting: Set<Waiting>; abort: () => void }>();

  /** @param onAsked called for each text that is put in */
  constructor(private readonly onAsked: () => void) {}

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /**
   * The text's vector when it was embedded. An aborted one is not embedded any more, unless it is on its way or another
   * waits for it.
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

  /** The next texts, at least one; null where none waits. */
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

  /** One listener a signal, however many texts wait under it. @returns ends it for this one */
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

  /** For all that wait. */
  fail(reason: unknown): void {
    const lost = this.waiting;
    this.waiting = [];
    lost.forEach(({ reject }) => reject(reason));
  }
}
