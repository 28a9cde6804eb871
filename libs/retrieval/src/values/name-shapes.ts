import { bitsIn, lettersOf } from '@querent/lexicon';

/** Shorter names allow one typo, longer ones two (see `slipOf`). */
const SHORTEST_TWICE = 8;

/**
 * Length and letters of all value names, 5 bytes a name: enough to reject most names that share a key by chance before
 * they are spelt.
 */
export class NameShapes {
  /** Start of each value's names. */
  private starts = new Uint32Array(1024);
  private lengths = new Uint8Array(1024);
  private letters = new Uint32Array(1024);
  private values = 0;
  private names = 0;

  /** Adds the names of the next value. */
  add(names: readonly string[]): void {
    for (const name of names) {
      if (this.names === this.lengths.length)
        [this.lengths, this.letters] = [doubledBytes(this.lengths), doubled(this.letters)];
      this.lengths[this.names] = Math.min(LONGEST, name.length);
      this.letters[this.names] = lettersOf(name);
      this.names += 1;
    }
    this.values += 1;
    if (this.values === this.starts.length) this.starts = doubled(this.starts);
    this.starts[this.values] = this.names;
  }

  /** Whether no name of a value can be within a typo of the text. */
  farFrom(text: string): (value: number) => boolean {
    const letters = lettersOf(text);
    const length = Math.min(LONGEST, text.length);
    return (value) => {
      for (let at = this.starts[value] ?? 0; at < (this.starts[value + 1] ?? 0); at++) {
        const other = this.lengths[at] ?? 0;
        const slips = Math.min(other, length) < SHORTEST_TWICE ? 1 : 2;
        // A typo adds one letter and removes another.
        if (Math.abs(other - length) <= slips && bitsIn((this.letters[at] ?? 0) ^ letters) <= 2 * slips) return false;
      }
      return true;
    };
  }

  get bytes(): number {
    return this.starts.byteLength + this.lengths.byteLength + this.letters.byteLength;
  }
}

const LONGEST = 255;

function doubled(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(before.length * 2);
  after.set(before);
  return after;
}

function doubledBytes(before: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(before.length * 2);
  after.set(before);
  return after;
}
