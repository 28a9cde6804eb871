/**
 * Embeds texts as vectors of unit length whose dot product is their similarity in meaning (1: the same). Vectors of two
 * models are not comparable: store `model` beside every vector that outlives the process.
 */
export interface Embedder {
  /** Changes with anything that changes the vectors. */
  readonly model: string;
  readonly dimension: number;
  /**
   * One vector per text, in order; a text without a word gets the zero vector. Rejects with the signal's reason when
   * aborted, and with an Error when the model fails or the embedder is closed.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Whether embed() answers at once, without loading the model first. */
  ready(): boolean;
  close(): Promise<void>;
}

/** Semantic similarity of two texts, from -1 to 1, by their vectors of unit length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
