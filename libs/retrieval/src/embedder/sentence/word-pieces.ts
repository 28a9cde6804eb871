/** Word pieces with their log likelihood, by the model's piece number. */
export type Pieces = readonly (readonly [string, number])[];

/** The first numbers are control symbols. */
const RESERVED = 6;
const UNKNOWN = 0;
const SPACE = '\u2581';

/**
 * Splits texts into the most likely sequence of a model's pieces (the unigram model of SentencePiece, T. Kudo & J.
 * Richardson 2018), as in the model's training: linear in the text's length.
 */
export class WordPieces {
  private readonly numbers = new Map<string, number>();
  private readonly longest: number;

  constructor(private readonly pieces: Pieces) {
    pieces.forEach(([piece], number) => {
      if (number >= RESERVED) this.numbers.set(piece, number);
    });
    this.longest = Math.max(...pieces.map(([piece]) => piece.length));
  }

  /** Numbers of the pieces; characters that no piece holds are one unknown piece in a row. */
  encode(text: string): number[] {
    const normal = text.normalize('NFKC');
    if (normal === '') return [];
    const symbols = Array.from(SPACE + normal.replaceAll(' ', SPACE));
    // The best path to each position: its likelihood, and its last piece's number and length. Likelihood 0: not reached
    // yet.
    const best = new Float64Array(symbols.length + 1);
    const last = new Int32Array(symbols.length + 1);
    const length = new Int32Array(symbols.length + 1);
    symbols.forEach((symbol, from) => {
      let piece = '';
      let known = false;
      for (let to = from + 1; to <= symbols.length && piece.length < this.longest; to++) {
        piece += symbols[to - 1] ?? '';
        const number = this.numbers.get(piece);
        if (number === undefined) continue;
        known = true;
        take(to, to - from, number, (this.pieces[number]?.[1] ?? 0) + (best[from] ?? 0));
      }
      if (!known) take(from + 1, 1, UNKNOWN, best[from] ?? 0);
    });
    return numbersBack(last, length);

    function take(to: number, symbolsOf: number, number: number, likelihood: number): void {
      const known = best[to] ?? 0;
      if (known !== 0 && likelihood < known) return;
      best[to] = likelihood;
      last[to] = number;
      length[to] = symbolsOf;
    }
  }
}

function numbersBack(last: Int32Array, length: Int32Array): number[] {
  const numbers: number[] = [];
  for (let at = last.length - 1; at > 0; at -= length[at] || 1) {
    const number = last[at] ?? UNKNOWN;
    if (number !== UNKNOWN || numbers.at(-1) !== UNKNOWN) numbers.push(number);
  }
  return numbers.reverse();
}
