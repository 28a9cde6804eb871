/**
 * Results of a pure function, kept in this process: by the object that they were computed over (a model read anew is
 * another object) and by the other inputs as JSON. What was not asked for the longest goes first. Results are frozen,
 * for many will hold them.
 */
export class RememberedResults<T> {
  private readonly results = new Map<string, T>();
  private readonly numbers = new WeakMap<object, number>();
  private numbered = 0;

  /** @param most results that are kept */
  constructor(private readonly most: number) {}

  /** @param inputs all that the result depends on beside `over`; JSON must tell them apart */
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

/** With all that it holds. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
