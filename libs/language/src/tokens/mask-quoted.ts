import { findQuoted } from './quoted';

/** A character that is in no word and on no table. */
const MASK = '\uFFFC';

/** The text with quoted passages blanked out, positions unchanged: what is quoted is a literal, not language. */
export function maskQuoted(text: string): string {
  return findQuoted(text).reduce(
    (masked, { start, end }) => masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end),
    text,
  );
}
