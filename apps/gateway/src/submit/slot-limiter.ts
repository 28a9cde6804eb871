/** Age up to which a reading is used while slots are free. */
const TRUST_MS = 250;
/** Age up to which a reading may refuse a request: in an older one, slots may have been released since. */
const FRESH_MS = 20;

interface Reading {
  readAt: number;
  /** Slots in use when it was read, including those entered here but not counted in the store yet. */
  count: Promise<number>;
  /** Slots taken in this process since the reading. */
  since: number;
}

/** A slot that was taken. Call exactly one of the two methods, once. */
export interface Slot {
  /** The store counts the slot now. */
  counted(): void;
  /** The slot was not used. */
  release(): void;
}

/**
 * Limiter over a count in a store that is expensive to read: it reads the count only occasionally and adds the slots
 * that this process has taken meanwhile.
 */
export class SlotLimiter {
  private reading: Reading | null = null;
  /** Slots taken that the store does not count yet. */
  private entering = 0;

  constructor(private readonly read: () => Promise<number>) {}

  /**
   * Takes a slot, in the same step that finds it free; null if none is free.
   * @param most limit of slots
   * @param now clock of this process, ms
   */
  async enter(most: number, now: number): Promise<Slot | null> {
    for (const trustMs of [TRUST_MS, FRESH_MS]) {
      const reading = this.readingOf(now, trustMs);
      const count = await reading.count;
      if (count + reading.since < most) return this.slotIn([...new Set([reading, this.reading ?? reading])]);
    }
    return null;
  }

  private slotIn(readings: readonly Reading[]): Slot {
    this.entering += 1;
    for (const reading of readings) reading.since += 1;
    return {
      counted: () => void (this.entering -= 1),
      release: () => {
        this.entering -= 1;
        for (const reading of readings) reading.since -= 1;
      },
    };
  }

  /** Concurrent requests share a pending reading. */
  private readingOf(now: number, trustMs: number): Reading {
    if (this.reading !== null && now - this.reading.readAt < trustMs) return this.reading;
    const { entering } = this;
    const reading: Reading = { readAt: now, count: this.read().then((count) => count + entering), since: 0 };
    this.reading = reading;
    reading.count.catch(() => {
      if (this.reading === reading) this.reading = null;
    });
    return reading;
  }
}
