/** The best `limit` of the offered items, in a heap whose root is the worst of them. */
export class BestHits<T> {
  private readonly heap: { item: T; score: number }[] = [];

  /** @param least minimum score */
  constructor(
    private readonly limit: number,
    private readonly least: number,
  ) {}

  /** The score that an item must reach to be kept. */
  get threshold(): number {
    return this.heap.length < this.limit ? this.least : Math.max(this.least, this.heap[0]?.score ?? Infinity);
  }

  offer(item: T, score: number): void {
    if (this.limit <= 0 || !(score >= this.threshold)) return;
    if (this.heap.length < this.limit) {
      this.heap.push({ item, score });
      this.rise(this.heap.length - 1);
    } else {
      this.heap[0] = { item, score };
      this.sink(0);
    }
  }

  /** Best first. */
  sorted(): { item: T; score: number }[] {
    return [...this.heap].sort((a, b) => b.score - a.score);
  }

  private rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.scoreAt(parent) <= this.scoreAt(at)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(from: number): void {
    for (let at = from; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (this.scoreAt(left) < this.scoreAt(least)) least = left;
      if (this.scoreAt(right) < this.scoreAt(least)) least = right;
      if (least === at) return;
      this.swap(at, least);
      at = least;
    }
  }

  private scoreAt(at: number): number {
    return this.heap[at]?.score ?? Infinity;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }
}
