/** The documents that contain a term, ascending, with frequencies per field: 8 bytes a document. */
export class PostingList {
  /** Only the first `size` entries are valid. */
  documents = new Uint32Array(2);
  counts = new Uint32Array(2);
  size = 0;

  /** Frequencies of up to four fields, a byte each. */
  put(document: number, counts: number): void {
    const at = this.positionOf(document);
    if (this.documents[at] !== document || at === this.size) {
      if (this.size === this.documents.length) this.grow();
      this.documents.copyWithin(at + 1, at, this.size);
      this.counts.copyWithin(at + 1, at, this.size);
      this.documents[at] = document;
      this.size++;
    }
    this.counts[at] = counts;
  }

  remove(document: number): void {
    const at = this.positionOf(document);
    if (at === this.size || this.documents[at] !== document) return;
    this.documents.copyWithin(at, at + 1, this.size);
    this.counts.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  get bytes(): number {
    return this.documents.byteLength + this.counts.byteLength;
  }

  /** Index of the document, or its insertion point. Mostly the end, because documents are added in order. */
  private positionOf(document: number): number {
    let [low, high] = [0, this.size];
    if (high > 0 && (this.documents[high - 1] ?? 0) < document) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.documents[middle] ?? 0) < document) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(): void {
    const [documents, counts] = [new Uint32Array(this.size * 2), new Uint32Array(this.size * 2)];
    documents.set(this.documents);
    counts.set(this.counts);
    [this.documents, this.counts] = [documents, counts];
  }
}
