import type { CivilDate } from '../time/civil-date';
import { plainText } from '../normalize/plain-text';
import { leftmostLongest } from '../phrases/spans';
import { tokenize } from '../tokens/tokenize';
import { askedPart } from './asked-part';
import { literalTokens, type TokenSpan } from './literal-tokens';
import { sameWords } from './same-words';

/** A span of the plain text that is a name, with the canonical form of all its spellings. */
export interface NamedSpan {
  start: number;
  end: number;
  id: string;
}

export interface WordsContext {
  /** The asker's day: relative times are compared by their dates. */
  today: CivilDate;
  /** Finds the names of a vocabulary in a plain text (`plainText`), without overlaps. */
  named?: (text: string) => readonly NamedSpan[];
}

/**
 * The literal content of a question, as JSON. Two questions have equal signatures only if they differ in spelling,
 * courtesy, the notation of numbers and dates, synonyms of exactly one meaning, and the names of one thing. Everything
 * else stays, in its order: in doubt, two questions differ. Null if nothing is asked or a spelling is ambiguous. Pure
 * and deterministic; about 0.1 ms.
 */
export function wordsSignature(question: string, { today, named = () => [] }: WordsContext): string | null {
  if (!isSurelySpelt(question)) return null;
  const { text, toOriginal } = plainText(question);
  const written = /\p{Ll}/u.test(question) ? question : question.toLowerCase();
  const asWritten = (start: number, end: number): string => written.slice(toOriginal(start), toOriginal(end));
  const fixed = leftmostLongest<TokenSpan>([
    ...literalTokens(text, { today, asWritten }),
    ...named(text).map(({ start, end, id }) => ({ start, end, token: `name:${id}` })),
    ...sameWords(text),
  ]);
  const { start, end, opening } = askedPart(text, fixed);
  const tokens = opening === null ? [] : [opening];
  let at = start;
  for (const span of fixed.filter((one) => one.start >= start && one.end <= end)) {
    addWords(tokens, text, at, span.start, asWritten);
    add(tokens, span.token);
    at = span.end;
  }
  addWords(tokens, text, at, end, asWritten);
  return tokens.length === 0 ? null : JSON.stringify(tokens);
}

/** Whether folding a text's spelling keeps its values: 10⁵ would become 105. */
export const isSurelySpelt = (question: string): boolean => !UNSURE_SPELLING.test(question);

const UNSURE_SPELLING = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b]/u;

/** "5 or more" and "at least 5" give the same tokens. */
function add(tokens: string[], token: string): void {
  const behind = /^after:(.*)$/.exec(token)?.[1];
  if (behind === undefined) tokens.push(token);
  else if (tokens.at(-1)?.startsWith('number:')) tokens.splice(-1, 0, behind);
  else tokens.push(token);
}

function addWords(
  tokens: string[],
  text: string,
  start: number,
  end: number,
  asWritten: (start: number, end: number) => string,
): void {
  const words = tokenize(text.slice(start, end));
  for (const [index, word] of words.entries()) {
    const [from, to] = [start + word.start, start + word.end];
    const written = asWritten(from, to);
    const next = words[index + 1];
    if (
      isArticle(
        word.text,
        from === 0 ? written.toLowerCase() : written,
        next?.kind === 'word' ? next.text : to === end ? null : '',
      )
    )
      continue;
    const han =
      word.kind === 'han' ? word.text.replace(index === 0 && isFixed(tokens.at(-1)) ? /^的/ : /^$/, '') : null;
    if (han === '') continue;
    tokens.push(
      han === null ? `word:${isNameInCapitals(word.text, written, from) ? written : word.text}` : `han:${han}`,
    );
  }
}

/**
 * 去年的退货率, 最贵的商品: 的 after a time, a number or an extreme is redundant. Elsewhere it may carry meaning: 公司的客户 differs
 * from 公司客户.
 */
const isFixed = (token: string | undefined): boolean => token !== undefined && /^(?:time|number|extreme):/.test(token);

/** "The" carries no meaning, nor does "a" before a single noun. Elsewhere "a" is a name: grade A. */
function isArticle(word: string, written: string, next: string | null): boolean {
  // In capitals it is part of a name, except as the first word of a question.
  if (word === 'the') return written === 'the';
  return (
    /^an?$/.test(word) &&
    written === word &&
    next !== null &&
    /^[a-z]{3,}$/.test(next) &&
    !/s$/.test(next) &&
    !NOT_NOUNS.has(next)
  );
}

const NOT_NOUNS = new Set([
  'and',
  'are',
  'but',
  'for',
  'from',
  'had',
  'has',
  'have',
  'nor',
  'not',
  'per',
  'than',
  'that',
  'the',
  'then',
  'was',
  'were',
  'when',
  'where',
  'which',
  'who',
  'with',
  'without',
  'into',
  'over',
  'under',
  'after',
  'before',
  'between',
  'can',
  'did',
  'will',
  'other',
  'each',
  'every',
  'either',
  'both',
  'all',
  'any',
  'only',
]);

/**
 * IT, US, WHO and a single letter are names if the sentence does not require their capitals. Units depend on them: Mb,
 * MB.
 */
function isNameInCapitals(word: string, written: string, at: number): boolean {
  if (written === word || !/\p{Lu}/u.test(written)) return false;
  return word.length <= 3 && (at > 0 || word.length > 1) && written === written.toUpperCase();
}
