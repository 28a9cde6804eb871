/**
 * Results of a pure function, cached in this process: by the identity of the object that they were computed from (a
 * reloaded model is a different object) and by the other inputs as JSON. The least recently used result is evicted.
 * Results are frozen, because they are shared.
 */
export class RememberedResults<T> {
  private readonly results = new Map<string, T>();
  private readonly numbers = new WeakMap<object, number>();
  private numbered = 0;

  /** @param most maximum number of results */
  constructor(private readonly most: number) {}

  /** @param inputs all other inputs of the result; their JSON must distinguish them */
  of(over: object, inputs: unknown, compute: () => T): T {
    const key = `${this.numberOf(over)} ${JSON.stringify(inputs)}`;
    const isKnown = this.results.has(key);
    const result = isKnown ? (this.results.get(key) as T) : frozen(compute());
    if (isKnown) this.results.delete(key);
    this.results.set(key, result);
    const oldest = this.results.size > this.most ? this.results.keys().next().value : undefined;
    if (oldest !== undefined) this.results.delete(oldest);
    return result;
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
