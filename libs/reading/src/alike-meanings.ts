/**
 * Compares meanings by all of their parts (hash consing). Each part is hashed once: meanings are immutable and share
 * most of their parts. Only meanings with equal hashes are compared part by part.
 */
export class AlikeMeanings {
  private readonly numbers = new Map<object, number>();
  private readonly words = new Map<string, number>();
  /** Parts that were looked at: what it cost. */
  looked = 0;

  /** A number that is the same for equal meanings, and mostly another one for others. */
  numberOf(meaning: object): number {
    const whole = meaning as Record<string, unknown>;
    let number = 7;
    for (const name in whole) {
      const part = whole[name];
      // A member that is undefined is none.
      if (part !== undefined) number = (Math.imul(number, 31) + this.numberOfPart(part)) | 0;
    }
    return number;
  }

  /** Whether two meanings are equal in every part. */
  areEqual(one: object, other: object): boolean {
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
    for (const name in left) if (!this.areEqualParts(left[name], right[name])) return false;
    for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
    return true;
  }

  private numberOfPart(part: unknown): number {
    this.looked++;
    switch (typeof part) {
      case 'string':
        return this.numberOfWord(part);
      case 'object':
        return part === null ? 1 : this.numberOnce(part);
      case 'number':
        return Math.imul(part, 0x85ebca6b) | 0;
      default:
        return part === true ? 2 : 3;
    }
  }

  private numberOnce(part: object): number {
    const known = this.numbers.get(part);
    if (known !== undefined) return known;
    const number = this.numberOf(part);
    this.numbers.set(part, number);
    return number;
  }

  private numberOfWord(word: string): number {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    const number = Math.imul(this.words.size + 1, 0x9e3779b1);
    this.words.set(word, number);
    return number;
  }

  private areEqualParts(one: unknown, other: unknown): boolean {
    this.looked++;
    if (one === other) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    return this.numberOnce(one) === this.numberOnce(other) && this.areEqual(one, other);
  }
}
