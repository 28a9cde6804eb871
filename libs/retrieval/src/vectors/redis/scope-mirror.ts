import type { CollectionKeys } from './collection-keys';
import { collectionChanges, START, type CollectionChanges, type Position } from './collection-changes';
import type { Forgettable, MirrorBudget } from './mirror-budget';
import { BYTES_BESIDE, PointRows } from './point-rows';
import type { VectorRedis } from './scripts';

/** A megabyte at a time: neither Redis nor this process works on one for longer than some ms. */
const CHUNK_BYTES = 1024 * 1024;

/** The collection is larger than all mirrors together may be: it must be searched in Redis. */
export type TooLarge = 'too_large';

/**
 * This process's copy of one collection. It is brought up to date by what has changed: one round trip where nothing
 * has. A change that was acknowledged before `current` is called is in what it gives.
 */
export class ScopeMirror implements Forgettable {
  private rows: PointRows | null = null;
  private position: Position = START;
  private running: Promise<PointRows | TooLarge> | null = null;
  private next: Promise<PointRows | TooLarge> | null = null;
  private connections = 0;
  /** When others that use the scope no more were asked for, ms. */
  askedForUnused = -Infinity;
  /** As far as was seen last. */
  tooLarge = false;

  constructor(
    private readonly redis: VectorRedis,
    private readonly keys: CollectionKeys,
    private readonly dimension: number,
    private readonly budget: MirrorBudget,
  ) {}

  /**
   * To be searched at once: the rows change with the next call's answer. Callers that come while one asks share the one
   * after it.
   */
  current(): Promise<PointRows | TooLarge> {
    // Also while it is about to begin, and none is running: two at once would put old rows over new ones.
    if (this.next !== null) return this.next;
    if (this.running === null) return this.begin();
    this.next = this.running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => this.begin());
    return this.next;
  }

  /** While it is brought up to date it cannot be given up: two that do not fit would push each other out for ever. */
  get busy(): boolean {
    return this.running !== null;
  }

  /** Forgets all; who searches it just now still holds the rows. */
  forget(): void {
    this.rows = null;
    this.position = START;
    this.budget.release(this);
  }

  /** The connection broke: it may come back to a server that has lost what it told last. */
  disconnected(): void {
    this.connections += 1;
    this.forget();
  }

  private begin(): Promise<PointRows | TooLarge> {
    this.next = null;
    const updated = this.rows === null ? this.budget.oneLoadAtATime(() => this.update()) : this.update();
    const running = updated.finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }

  private async update(): Promise<PointRows | TooLarge> {
    for (;;) {
      const connection = this.connections;
      const [from, before] = [this.position, this.rows];
      const changes = await collectionChanges(this.redis, this.keys, from, chunkOf(this.dimension));
      // Forgotten meanwhile: what was told goes on from rows that are gone.
      if (connection !== this.connections || this.rows !== before) continue;
      this.tooLarge = changes !== null && changes.count * (this.dimension * 4 + BYTES_BESIDE) > this.budget.maxBytes;
      if (changes === null || this.tooLarge) {
        this.forget();
        return this.tooLarge ? 'too_large' : new PointRows(this.dimension);
      }
      const rows = this.apply(changes);
      if (!changes.more) return rows;
    }
  }

  private apply({ anew, count, removed, put, position }: CollectionChanges): PointRows {
    const rows = anew || this.rows === null ? new PointRows(this.dimension, count) : this.rows;
    for (const id of removed) rows.remove(id);
    for (const { id, record } of put) rows.put(id, record);
    this.rows = rows;
    this.position = position;
    this.budget.use(this, rows.bytes);
    return rows;
  }
}

/** Points of this width in a chunk. */
export const chunkOf = (dimension: number): number =>
  Math.max(1, Math.floor(CHUNK_BYTES / (dimension * 4 + BYTES_BESIDE)));
