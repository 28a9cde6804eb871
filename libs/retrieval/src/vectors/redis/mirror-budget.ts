/** What can be given up. */
export interface Forgettable {
  readonly busy: boolean;
  forget(): void;
}

/** Bounds the bytes of all mirrors of a process: the one unused for longest is given up first. */
export class MirrorBudget {
  private readonly sizes = new Map<Forgettable, number>();
  private total = 0;
  private lastLoad: Promise<unknown> = Promise.resolve();

  constructor(readonly maxBytes: number) {}

  /** Says that it is used and how large it is now; others may be given up for it. */
  use(mirror: Forgettable, bytes: number): void {
    this.release(mirror);
    this.sizes.set(mirror, bytes);
    this.total += bytes;
    for (const oldest of this.sizes.keys()) {
      if (this.total <= this.maxBytes) return;
      if (oldest === mirror || oldest.busy) continue;
      this.release(oldest);
      oldest.forget();
    }
  }

  /** Loads from nothing, one after the other: of all that cannot be given up just then, one is large. */
  oneLoadAtATime<T>(load: () => Promise<T>): Promise<T> {
    const loaded = this.lastLoad.then(load);
    this.lastLoad = loaded.catch(() => undefined);
    return loaded;
  }

  release(mirror: Forgettable): void {
    this.total -= this.sizes.get(mirror) ?? 0;
    this.sizes.delete(mirror);
  }
}
