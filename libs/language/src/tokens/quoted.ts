import type { Span } from '../phrases/phrase-table';

export interface QuotedMatch extends Span {
  /** What stands between the quotes, as written. */
  value: string;
}

/** A closing mark for each opening one. Apostrophes open only at the start of a word and close only at the end of one. */
const QUOTES =
  /"(?<q1>[^"]+)"|“(?<q2>[^”]+)”|‘(?<q3>[^’]+)’|「(?<q4>[^」]+)」|『(?<q5>[^』]+)』|《(?<q6>[^》]+)》|``(?<q7>[^`]+?)''|`(?<q8>[^`]+)`|(?<![\p{L}\p{N}])'(?<q9>[^']*[^'\s])'(?![\p{L}\p{N}])/gu;

/** Quoted passages with their marks, in raw or normalised text. They are literal: names, titles, values. */
export function findQuoted(text: string): QuotedMatch[] {
  return Array.from(text.matchAll(QUOTES), (match) => {
    const value = match.groups?.q7?.trim() ?? Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? '';
    return { start: match.index, end: match.index + match[0].length, text: match[0], value };
  }).filter(({ value }) => value.trim() !== '');
}
