import { LRUCache } from 'lru-cache';

/**
 * Results of a pure function, kept in this process: by the object that they were computed over (a model read anew is
 * another object) and by the other inputs as JSON. What was not asked for the longest goes first. Results are frozen,
 * for many will hold them.
 */
export class RememberedResults<T> {
  private readonly results: LRUCache<string, { value: T }>;
  private readonly numbers = new WeakMap<object, number>();
  private numbered = 0;

  /** @param most results that are kept */
  constructor(most: number) {
    this.results = new LRUCache({ max: most });
  }

  /** @param inputs all that the result depends on beside `over`; JSON must tell them apart */
  of(over: object, inputs: unknown, compute: () => T): T {
    const key = `${this.numberOf(over)} ${JSON.stringify(inputs)}`;
    const known = this.results.get(key);
    if (known !== undefined) return known.value;
    const value = frozen(compute());
    this.results.set(key, { value });
    return value;
  }

  private numberOf(over: object): number {
    const known = this.numbers.get(over) ?? ++this.numbered;
    this.numbers.set(over, known);
    return known;
  }
}

/** With all that it holds. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
