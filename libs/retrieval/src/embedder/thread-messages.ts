/** Messages between the local embedder and its thread. */

export interface ThreadData {
  /** Where the build put the glosses. */
  folder: string;
  dimension: number;
}

export interface ToThread {
  id: number;
  texts: readonly string[];
}

export type FromThread =
  /** Loaded and warm. */
  | { kind: 'ready' }
  /** Row after row, `dimension` numbers a text. */
  | { kind: 'vectors'; id: number; vectors: Float32Array }
  | { kind: 'failed'; id: number; message: string };
