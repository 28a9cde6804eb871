/** Bytes of an entry besides its vector and its text. */
const BYTES_BESIDE = 200;

/** LRU cache of vectors by text, bounded by bytes. */
export class RecentVectors {
  private readonly vectors = new Map<string, Float32Array>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(text: string): Float32Array | undefined {
    const vector = this.vectors.get(text);
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: Float32Array): void {
    this.delete(text);
    // A Map keeps insertion order, so a reinserted entry is the newest.
    this.vectors.set(text, vector);
    this.bytes += bytesOf(text, vector);
    for (const oldest of this.vectors.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  private delete(text: string): void {
    const vector = this.vectors.get(text);
    if (vector === undefined) return;
    this.vectors.delete(text);
    this.bytes -= bytesOf(text, vector);
  }
}

const bytesOf = (text: string, vector: Float32Array): number => vector.byteLength + 2 * text.length + BYTES_BESIDE;
