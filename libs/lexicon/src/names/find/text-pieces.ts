import { findQuoted } from '@querent/language';
import { type Piece, piecesOf } from '../pieces';

/** A quoted passage: its pieces `[from, to)` and its span in the text including the quotation marks. */
export interface QuotedPieces {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** A text prepared for the search of names. */
export interface TextPieces {
  text: string;
  pieces: readonly Piece[];
  keys: readonly string[];
  /** For each piece the quoted passage that contains it. */
  quotes: readonly (QuotedPieces | null)[];
}

export function textPieces(text: string): TextPieces {
  // Quoted text keeps its capitals; names are compared without them.
  const lower = text.toLowerCase();
  const pieces = piecesOf(lower.length === text.length ? lower : text);
  const quotes: (QuotedPieces | null)[] = pieces.map(() => null);
  let from = 0;
  for (const { start, end } of findQuoted(text)) {
    while (from < pieces.length && (pieces[from]?.start ?? end) <= start) from++;
    let to = from;
    while (to < pieces.length && (pieces[to]?.end ?? end) < end) to++;
    quotes.fill({ from, to, start, end }, from, to);
    from = to;
  }
  return { text, pieces, keys: pieces.map(({ key }) => key), quotes };
}

/** Whether a name may be found over these pieces: a quoted text is a name as a whole or not at all. */
export function isReadable({ quotes }: TextPieces, from: number, to: number): boolean {
  const [first, last] = [quotes[from] ?? null, quotes[to - 1] ?? null];
  return first === last && (first === null || (first.from === from && first.to === to));
}

/** The span of the pieces in the text, including the quotation marks of a quoted name. */
export function spanOf({ pieces, quotes }: TextPieces, from: number, to: number): { start: number; end: number } {
  const quote = quotes[from];
  if (quote) return { start: quote.start, end: quote.end };
  return { start: pieces[from]?.start ?? 0, end: pieces[to - 1]?.end ?? 0 };
}
