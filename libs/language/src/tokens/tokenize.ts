import { normalizeText } from '../normalize/normalize-text';
import { findQuoted } from './quoted';
import { stemEnglish } from './stem';

export type TokenKind = 'word' | 'han' | 'number' | 'punct' | 'quoted';

/** A piece of the text. `han` is a whole run of Han characters: segmenting it takes the planner's vocabulary. */
export interface Token {
  text: string;
  norm: string;
  start: number;
  end: number;
  kind: TokenKind;
  /** English words only: singular, infinitive. */
  stem?: string;
}

/** Numbers, then words (letters with digits, so "5a" and "q3" stay whole), then Han runs, then single marks. */
const PIECE =
  /(?<number>(?<![\p{L}\p{N}])\d+(?:,\d{3})*(?:\.\d+)?(?![a-z_]))|(?<han>\p{Script=Han}+)|(?<word>(?:(?!\p{Script=Han})[\p{L}\p{N}_])+(?:'(?:(?!\p{Script=Han})\p{L})+)?)|(?<punct>[^\s])/giu;

/** Cuts a text into tokens in order; whitespace falls between them. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const quoted of findQuoted(text)) {
    tokens.push(...tokenizePlain(text.slice(at, quoted.start), at));
    tokens.push({
      text: quoted.text,
      norm: normalizeText(quoted.value),
      start: quoted.start,
      end: quoted.end,
      kind: 'quoted',
    });
    at = quoted.end;
  }
  tokens.push(...tokenizePlain(text.slice(at), at));
  return tokens;
}

function tokenizePlain(text: string, offset: number): Token[] {
  return Array.from(text.matchAll(PIECE), (match) => {
    const start = offset + match.index;
    const token: Token = {
      text: match[0],
      norm: normalizeText(match[0]),
      start,
      end: start + match[0].length,
      kind: kindOf(match.groups),
    };
    if (token.kind !== 'word') return token;
    const norm = token.norm.replace(/'s$/, '');
    return { ...token, norm, stem: stemEnglish(norm) };
  });
}

function kindOf(groups: Record<string, string | undefined> | undefined): TokenKind {
  if (groups?.number !== undefined) return 'number';
  if (groups?.han !== undefined) return 'han';
  return groups?.word === undefined ? 'punct' : 'word';
}
