import { LRUCache } from 'lru-cache';

/**
 * Results of a pure function, cached in this process: by the identity of the object that they were computed from (a
 * reloaded model is a different object) and by the other inputs as JSON. The least recently used result is evicted.
 * Results are frozen, because they are shared.
 */
export class RememberedResults<T> {
  private readonly results: LRUCache<string, { value: T }>;
  private readonly numbers = new WeakMap<object, number>();
  private numbered = 0;

  /** @param most results that are kept */
  constructor(most: number) {
    this.results = new LRUCache({ max: most });
  }

  /** @param inputs all other inputs of the result; their JSON must distinguish them */
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

/** Freezes a value deeply. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
