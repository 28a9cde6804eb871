/**
 * Compares meanings by all of their parts (hash consing). Each part is hashed once: meanings are immutable and share
 * most of their parts. Only meanings with equal hashes are compared part by part.
 */
export class AlikeMeanings {
  private readonly hashes = new Map<object, number>();
  private readonly texts = new Map<string, number>();
  /** Number of parts hashed or compared, as a measure of the work. */
  visited = 0;

  /** A hash: equal meanings have equal hashes. */
  hashOf(meaning: object): number {
    const whole = meaning as Record<string, unknown>;
    let hash = 7;
    for (const name in whole) {
      const part = whole[name];
      // An undefined member counts as absent.
      if (part !== undefined) hash = (Math.imul(hash, 31) + this.hashOfPart(part)) | 0;
    }
    return hash;
  }

  /** Whether two meanings are equal in every part. */
  areEqual(one: object, other: object): boolean {
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
    for (const name in left) if (!this.areEqualParts(left[name], right[name])) return false;
    for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
    return true;
  }

  private hashOfPart(part: unknown): number {
    this.visited++;
    switch (typeof part) {
      case 'string':
        return this.hashOfText(part);
      case 'object':
        return part === null ? 1 : this.hashOnce(part);
      case 'number':
        return Math.imul(part, 0x85ebca6b) | 0;
      default:
        return part === true ? 2 : 3;
    }
  }

  private hashOnce(part: object): number {
    const known = this.hashes.get(part);
    if (known !== undefined) return known;
    const hash = this.hashOf(part);
    this.hashes.set(part, hash);
    return hash;
  }

  private hashOfText(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const hash = Math.imul(this.texts.size + 1, 0x9e3779b1);
    this.texts.set(text, hash);
    return hash;
  }

  private areEqualParts(one: unknown, other: unknown): boolean {
    this.visited++;
    if (one === other) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    return this.hashOnce(one) === this.hashOnce(other) && this.areEqual(one, other);
  }
}
