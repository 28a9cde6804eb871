import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The senses of Chinese words that the build made, for `provideSenses` of @querent/lexicon: lines
 * `word<TAB>sense;sense`, some 3 MB. Null where nothing was built: names are then found in their own language alone.
 */
export const readSenses = (from?: string): string | null => builtTable('senses.tsv', from);

/**
 * The words near to English nouns that the build made, for `provideNearWords` of @querent/lexicon: lines
 * `word<TAB>same;same<TAB>above;above`, some 4 MB. Null where nothing was built: no word is then taken for another.
 */
export const readNearWords = (from?: string): string | null => builtTable('near-words.tsv', from);

function builtTable(name: string, from: string = __dirname): string | null {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, 'dist/dictionary', name);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    if (dirname(at) === at) return null;
  }
}
