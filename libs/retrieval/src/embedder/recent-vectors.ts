/** The vectors of the texts used last, up to so many; the one unused for longest goes first. */
export class RecentVectors {
  private readonly vectors = new Map<string, Float32Array>();

  constructor(private readonly capacity: number) {}

  get(text: string): Float32Array | undefined {
    const vector = this.vectors.get(text);
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: Float32Array): void {
    // A Map keeps the order of insertion: what is put in again is the newest.
    this.vectors.delete(text);
    this.vectors.set(text, vector);
    if (this.vectors.size <= this.capacity) return;
    const oldest = this.vectors.keys().next();
    if (!oldest.done) this.vectors.delete(oldest.value);
  }
}
