/** What was read is believed for so long, as long as there is room. */
const TRUST_MS = 250;
/** Nobody is turned away by what is older: whoever was counted then may be gone. */
const FRESH_MS = 20;

interface Reading {
  readAt: number;
  /** Those who were on their way in when it was read. */
  count: Promise<number>;
  /** Let in here since. */
  since: number;
}

/** A place that was taken. One of the two is to be said, once. */
export interface Place {
  /** It is counted elsewhere now. */
  counted(): void;
  /** It will not be. */
  left(): void;
}

/**
 * Places that are counted elsewhere, at some cost: read now and then, with what this process lets in meanwhile on top.
 */
export class CountedPlaces {
  private reading: Reading | null = null;
  /** Let in, and not counted elsewhere yet. */
  private entering = 0;

  constructor(private readonly read: () => Promise<number>) {}

  /**
   * Takes a place, in the very step that finds it free; null where there is none. @param now this process's own clock,
   * ms
   */
  async enter(most: number, now: number): Promise<Place | null> {
    for (const trustMs of [TRUST_MS, FRESH_MS]) {
      const reading = this.readingOf(now, trustMs);
      const count = await reading.count;
      if (count + reading.since < most) return this.placeIn([...new Set([reading, this.reading ?? reading])]);
    }
    return null;
  }

  private placeIn(readings: readonly Reading[]): Place {
    this.entering += 1;
    for (const reading of readings) reading.since += 1;
    return {
      counted: () => void (this.entering -= 1),
      left: () => {
        this.entering -= 1;
        for (const reading of readings) reading.since -= 1;
      },
    };
  }

  /** One that is under way is shared. */
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
