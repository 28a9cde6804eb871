/** Keys with more items are useless: `University of …` is the beginning of every university. */
const FULL = 256;
/** Postings sorted between two yields. */
const STEP = 100_000;

/**
 * Items by 32-bit keys, without the keys' texts: 8 bytes a posting. Two texts may share a key, so callers must verify
 * what they find.
 */
export class HashPostings {
  private hashes = new Uint32Array(1024);
  private items = new Uint32Array(1024);
  private starts = new Uint32Array(0);
  private mask = 0;
  size = 0;

  add(hash: number, item: number): void {
    if (this.size === this.hashes.length) {
      this.hashes = grown(this.hashes);
      this.items = grown(this.items);
    }
    this.hashes[this.size] = hash;
    this.items[this.size] = item;
    this.size += 1;
  }

  /** Sorts the postings by counting, in steps; run once, before the first `under`. */
  *seal(): Generator<void> {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, this.size)));
    this.mask = buckets - 1;
    const starts = new Uint32Array(buckets + 1);
    for (let at = 0; at < this.size; at++) {
      count(starts, ((this.hashes[at] ?? 0) & this.mask) + 1, 1);
      if (at % STEP === STEP - 1) yield;
    }
    for (let bucket = 0; bucket < buckets; bucket++) {
      count(starts, bucket + 1, starts[bucket] ?? 0);
      if (bucket % STEP === STEP - 1) yield;
    }
    const next = starts.slice();
    const [hashes, items] = [new Uint32Array(this.size), new Uint32Array(this.size)];
    for (let at = 0; at < this.size; at++) {
      const hash = this.hashes[at] ?? 0;
      const position = next[hash & this.mask] ?? 0;
      next[hash & this.mask] = position + 1;
      hashes[position] = hash;
      items[position] = this.items[at] ?? 0;
      if (at % STEP === STEP - 1) yield;
    }
    [this.hashes, this.items, this.starts] = [hashes, items, starts];
  }

  /** All items of a key; none if there are too many. */
  under(hash: number): number[] {
    const bucket = hash & this.mask;
    const found: number[] = [];
    for (let at = this.starts[bucket] ?? 0; at < (this.starts[bucket + 1] ?? 0); at++) {
      if (this.hashes[at] === hash) found.push(this.items[at] ?? 0);
      if (found.length > FULL) return [];
    }
    return found;
  }

  get bytes(): number {
    return this.hashes.byteLength + this.items.byteLength + this.starts.byteLength;
  }
}

function count(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}

function grown(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(before.length * 2);
  after.set(before);
  return after;
}
