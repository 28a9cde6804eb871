import { stemEnglish } from '@querent/language';
import { verbsOfAgent } from '../derive/agent-forms';
import { sensesTable } from '../dictionary';
import { ownText } from '../own-text';
import { piecesOf } from '../pieces';

/** Reads the table of near words: lines `word<TAB>same;same<TAB>above;above`. Null without a table. */
type ReadNearWords = () => string | null;

let readNearWords: ReadNearWords = () => null;

/** Sets the source of the table of near words. It is read when a model's names are first compared, and not cached. */
export function provideNearWords(read: ReadNearWords): void {
  readNearWords = read;
}

/** Words with a meaning near that of another word. */
export interface Near {
  /** Synonyms of one of its senses: landline, of telephone. */
  same: readonly string[];
  /** Hypernyms of one of its senses: writer, of novelist. */
  above: readonly string[];
}

/** The near words of some words. The table is sorted by word, so that each is found by binary search. */
export function nearWordsOf(words: ReadonlySet<string>): ReadonlyMap<string, Near> {
  const found = new Map<string, Near>();
  const table = words.size === 0 ? null : readNearWords();
  if (table === null) return found;
  for (const word of words) {
    const line = lineOf(table, word);
    if (line === null) continue;
    const [, same = '', above = ''] = line.split('\t');
    found.set(word, { same: listed(same), above: listed(above) });
  }
  return found;
}

/** The line of a word, by binary search. */
function lineOf(table: string, word: string): string | null {
  let [from, to] = [0, table.length];
  while (from < to) {
    const start = table.lastIndexOf('\n', Math.floor((from + to) / 2) - 1) + 1;
    const line = table.indexOf('\n', start);
    const end = line < 0 ? table.length : line;
    const found = table.slice(start, table.indexOf('\t', start));
    if (found === word) return table.slice(start, end);
    if (found < word) from = end + 1;
    else to = start;
  }
  return null;
}

const listed = (words: string): string[] => (words === '' ? [] : words.split(';').map(ownText));

/** The keys for comparing an English word or phrase: its words in the singular, and a verb in its base form. */
export function keysOfWords(phrase: string): string[] {
  const pieces = piecesOf(phrase.toLowerCase()).filter(({ kind }) => kind === 'word' || kind === 'han');
  const singular = pieces.map(({ key }) => key).join(' ');
  const [first, ...more] = pieces;
  return first && more.length === 0 ? [...new Set([singular, stemEnglish(first.surface)])] : [singular];
}

/** The verbs of an agent noun: producer → produce. */
export const doingOf = (word: string): string[] => verbsOfAgent(word);

/** The English senses of a Chinese word, the first sense first. */
export function englishOf(word: string): string[] {
  const table = sensesTable();
  if (table === null) return [];
  const start = table.startsWith(`${word}\t`) ? 0 : table.indexOf(`\n${word}\t`) + 1;
  if (start === 0 && !table.startsWith(`${word}\t`)) return [];
  const end = table.indexOf('\n', start);
  const [, senses = ''] = table.slice(start, end < 0 ? table.length : end).split('\t');
  return senses.split(';').slice(0, MOST_SENSES).map(ownText);
}

const MOST_SENSES = 4;
