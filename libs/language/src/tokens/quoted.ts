import type { Span } from '../phrases/phrase-table';

export interface QuotedMatch extends Span {
  /** The text between the quotes, as written. */
  value: string;
}

/** Longer than any name. Without a bound, a text of opening marks alone takes quadratic time. */
const LONGEST = 200;

/**
 * A closing mark for each opening one. Apostrophes open only at the start of a word and close only at the end of one.
 */
const QUOTES = new RegExp(
  [
    `"(?<q1>[^"]{1,${LONGEST}})"`,
    `“(?<q2>[^“”]{1,${LONGEST}})”`,
    `‘(?<q3>[^‘’]{1,${LONGEST}})’`,
    `「(?<q4>[^「」]{1,${LONGEST}})」`,
    `『(?<q5>[^『』]{1,${LONGEST}})』`,
    `《(?<q6>[^《》]{1,${LONGEST}})》`,
    `\`\`(?<q7>[^\`]{1,${LONGEST}}?)''`,
    `\`(?<q8>[^\`]{1,${LONGEST}})\``,
    `(?<![\\p{L}\\p{N}])'(?<q9>[^']{0,${LONGEST}}[^'\\s])'(?![\\p{L}\\p{N}])`,
  ].join('|'),
  'gu',
);

/** Quoted passages with their marks, in raw or normalised text. They are literals: names, titles, values. */
export function findQuoted(text: string): QuotedMatch[] {
  return Array.from(text.matchAll(QUOTES), (match) => {
    const value =
      match.groups?.q7?.trim() ?? Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? '';
    return { start: match.index, end: match.index + match[0].length, text: match[0], value };
  }).filter(({ value }) => value.trim() !== '');
}

/** A character that occurs in no word and in no table. */
const MASK = '\uFFFC';

/** The text with quoted passages masked and positions unchanged: quoted text is a literal, not language. */
export function maskQuoted(text: string): string {
  return findQuoted(text).reduce(
    (masked, { start, end }) => masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end),
    text,
  );
}
