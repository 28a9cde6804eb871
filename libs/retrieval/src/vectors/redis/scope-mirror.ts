import type { CollectionKeys } from './collection-keys';
import { collectionChanges, START, type CollectionChanges, type Position } from './collection-changes';
import type { Evictable, MirrorBudget } from './mirror-budget';
import { BYTES_BESIDE, PointRows } from './point-rows';
import type { VectorRedis } from './scripts';

/** One megabyte per chunk: neither Redis nor this process works on one for longer than some ms. */
const CHUNK_BYTES = 1024 * 1024;

/** The collection exceeds the budget of all mirrors: it must be searched in Redis. */
export type TooLarge = 'too_large';

/**
 * This process's copy of one collection. It is updated by changes: one round trip if there are none. A change
 * acknowledged before `current` is called is in its result.
 */
export class ScopeMirror implements Evictable {
  private rows: PointRows | null = null;
  private position: Position = START;
  private running: Promise<PointRows | TooLarge> | null = null;
  private next: Promise<PointRows | TooLarge> | null = null;
  private connections = 0;
  /** Time of the last check for unused collections, ms. */
  unusedCheckedAt = -Infinity;
  /** As of the last read. */
  tooLarge = false;

  constructor(
    private readonly redis: VectorRedis,
    private readonly keys: CollectionKeys,
    private readonly dimension: number,
    private readonly budget: MirrorBudget,
  ) {}

  /**
   * The current rows, to be searched at once, because the next call changes them. Callers during an update share the
   * next one.
   */
  current(): Promise<PointRows | TooLarge> {
    // Also before it has started: two concurrent updates would overwrite new rows with old ones.
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

  /** An updating mirror cannot be evicted: two that do not fit would evict each other for ever. */
  get busy(): boolean {
    return this.running !== null;
  }

  /** Discards the rows; a running search keeps its reference. */
  evict(): void {
    this.rows = null;
    this.position = START;
    this.budget.release(this);
  }

  /** After a broken connection: the server may have lost its last writes. */
  disconnected(): void {
    this.connections += 1;
    this.evict();
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
      // Evicted meanwhile: the changes continue from discarded rows.
      if (connection !== this.connections || this.rows !== before) continue;
      this.tooLarge = changes !== null && changes.count * (this.dimension * 4 + BYTES_BESIDE) > this.budget.maxBytes;
      if (changes === null || this.tooLarge) {
        this.evict();
        return this.tooLarge ? 'too_large' : new PointRows(this.dimension);
      }
      const rows = this.apply(changes);
      if (!changes.more) return rows;
    }
  }

  private apply({ reset, count, removed, put, position }: CollectionChanges): PointRows {
    const rows = reset || this.rows === null ? new PointRows(this.dimension, count) : this.rows;
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
