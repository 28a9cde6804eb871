/** A mirror that can be evicted. */
export interface Evictable {
  readonly busy: boolean;
  evict(): void;
}

/** Bounds the bytes of all mirrors of a process: the least recently used one is evicted first. */
export class MirrorBudget {
  private readonly sizes = new Map<Evictable, number>();
  private total = 0;
  private lastLoad: Promise<unknown> = Promise.resolve();

  constructor(readonly maxBytes: number) {}

  /** Records a use and the current size; others may be evicted. */
  use(mirror: Evictable, bytes: number): void {
    this.release(mirror);
    this.sizes.set(mirror, bytes);
    this.total += bytes;
    for (const oldest of this.sizes.keys()) {
      if (this.total <= this.maxBytes) return;
      if (oldest === mirror || oldest.busy) continue;
      this.release(oldest);
      oldest.evict();
    }
  }

  /** Runs initial loads one after the other, so that at most one large mirror cannot be evicted. */
  oneLoadAtATime<T>(load: () => Promise<T>): Promise<T> {
    const loaded = this.lastLoad.then(load);
    this.lastLoad = loaded.catch(() => undefined);
    return loaded;
  }

  release(mirror: Evictable): void {
    this.total -= this.sizes.get(mirror) ?? 0;
    this.sizes.delete(mirror);
  }
}
