/** The result of every matcher: a span of its text, `text.slice(start, end) === text`. */
export interface Span {
  start: number;
  end: number;
  text: string;
}

/** Phrases that mean `value`. The guards test the text right before and right after a candidate. */
export interface PhraseEntry<T> {
  phrases: readonly string[];
  value: T;
  /** Not a match when the text before it ends with this (end the pattern with `$`). */
  notAfter?: RegExp;
  /** Not a match when the text after it begins with this (begin the pattern with `^`). */
  notBefore?: RegExp;
  /** A match only when the text before it ends with this. */
  onlyAfter?: RegExp;
  /** A match only when the text after it begins with this. */
  onlyBefore?: RegExp;
}

export interface PhraseMatch<T> extends Span {
  value: T;
}

interface Candidate<T> {
  phrase: string;
  entry: PhraseEntry<T>;
}

/** Phrases by their first character, longest first; of equal phrases the earlier entry wins. */
export interface PhraseTable<T> {
  byFirst: ReadonlyMap<string, ReadonlyArray<Candidate<T>>>;
}

/** Compiles entries for `matchPhrases`. Case is ignored; a space in a phrase matches one space. */
export function phraseTable<T>(entries: readonly PhraseEntry<T>[]): PhraseTable<T> {
  const byFirst = new Map<string, Candidate<T>[]>();
  for (const entry of entries) {
    for (const written of entry.phrases) {
      const phrase = foldCase(written);
      const first = phrase.charAt(0);
      if (first === '') continue;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { phrase, entry }]);
    }
  }
  for (const candidates of byFirst.values()) candidates.sort((a, b) => b.phrase.length - a.phrase.length);
  return { byFirst };
}

/**
 * All non-overlapping matches from left to right, the longest at each position. Phrases that begin or end with a Latin
 * letter or digit match at word boundaries only; Han phrases match anywhere.
 */
export function matchPhrases<T>(text: string, table: PhraseTable<T>): PhraseMatch<T>[] {
  const folded = foldCase(text);
  const matches: PhraseMatch<T>[] = [];
  let at = 0;
  while (at < folded.length) {
    const hit = matchPhraseAt(folded, at, table);
    if (!hit) {
      at += 1;
      continue;
    }
    const end = at + hit.phrase.length;
    matches.push({ start: at, end, text: text.slice(at, end), value: hit.entry.value });
    at = end;
  }
  return matches;
}

/**
 * Lower-cases every character whose length does not change, so that positions in the result are positions in `text`.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

/** Whether no Latin letter or digit of the span continues into its neighbours in `text`. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return !isGlued(text, start) && !isGlued(text, end);
}

function matchPhraseAt<T>(folded: string, at: number, table: PhraseTable<T>): Candidate<T> | undefined {
  const candidates = table.byFirst.get(folded.charAt(at));
  return candidates?.find(({ phrase, entry }) => {
    const end = at + phrase.length;
    return folded.startsWith(phrase, at) && isWholeWord(folded, at, end) && guardsAllow(folded, at, end, entry);
  });
}

function guardsAllow<T>(folded: string, start: number, end: number, entry: PhraseEntry<T>): boolean {
  const { notAfter, notBefore, onlyAfter, onlyBefore } = entry;
  if (!notAfter && !notBefore && !onlyAfter && !onlyBefore) return true;
  const before = folded.slice(Math.max(0, start - GUARD_WINDOW), start);
  const after = folded.slice(end, end + GUARD_WINDOW);
  if (notAfter?.test(before) || notBefore?.test(after)) return false;
  return (onlyAfter?.test(before) ?? true) && (onlyBefore?.test(after) ?? true);
}

const GUARD_WINDOW = 40;

const LATIN = /[a-z0-9_\u00c0-\u024f]/i;

function isGlued(text: string, boundary: number): boolean {
  return LATIN.test(text.charAt(boundary - 1)) && LATIN.test(text.charAt(boundary));
}
