import type { Locale } from '../locale';
import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { PhraseEntry, Span } from '../phrases/phrase-table';
import type { Token } from '../tokens/tokenize';
import { STOP_WORDS } from './function-words';
import type { FunctionWordRole } from './function-words';

export interface FunctionWordMatch extends Span {
  role: FunctionWordRole;
}

const ROLE_OF = { zh: rolesOf('zh'), en: rolesOf('en') };

/**
 * The role of a word or phrase without content; undefined for content words. A word with two roles has the first one of
 * the table.
 */
export function functionWordRole(word: Token | string, locale: Locale): FunctionWordRole | undefined {
  return ROLE_OF[locale].get(typeof word === 'string' ? word.toLowerCase() : word.norm);
}

/**
 * Whether a word may be ignored. Alternatives (或, or) may not, because they change the answer; nor may negations and
 * comparators, which are in no list here.
 */
export function isFunctionWord(word: Token | string, locale: Locale): boolean {
  const role = functionWordRole(word, locale);
  return role !== undefined && role !== 'disjunction';
}

const TABLE = phraseTable<FunctionWordRole>([...entriesOf('zh'), ...entriesOf('en')]);

/** Words without content in a text of either language, the longest at each position: 帮我看看 is 帮我 and 看看. */
export function findFunctionWords(text: string): FunctionWordMatch[] {
  return matchPhrases(text, TABLE).map(({ value, ...span }) => ({ ...span, role: value }));
}

function entriesOf(locale: Locale): PhraseEntry<FunctionWordRole>[] {
  return rolesIn(locale).map(([role, phrases]) => ({ phrases, value: role }));
}

function rolesOf(locale: Locale): ReadonlyMap<string, FunctionWordRole> {
  const roles = new Map<string, FunctionWordRole>();
  for (const [role, words] of rolesIn(locale)) {
    for (const word of words) if (!roles.has(word)) roles.set(word, role);
  }
  return roles;
}

function rolesIn(locale: Locale): [FunctionWordRole, readonly string[]][] {
  return Object.entries(STOP_WORDS[locale]) as [FunctionWordRole, readonly string[]][];
}
