import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The build's senses of Chinese words, for `provideSenses` of @querent/lexicon: lines `word<TAB>sense;sense`, some 3
 * MB. Null if nothing was built: names are then found in their own language only.
 */
export const readSenses = (from?: string): string | null => builtTable('senses.tsv', from);

/**
 * The build's words related to English nouns, for `provideNearWords` of @querent/lexicon: lines
 * `word<TAB>same;same<TAB>above;above`, some 4 MB. Null if nothing was built: no related words are then found.
 */
export const readNearWords = (from?: string): string | null => builtTable('near-words.tsv', from);

/**
 * Tables by file, as long as the garbage collector keeps them. A service builds the lexicons of several models at its
 * start, and decoding a table takes 20 to 50 ms each time. A permanent copy would take about 20 MB.
 */
const recent = new Map<string, WeakRef<{ text: string }>>();

function builtTable(name: string, from: string = __dirname): string | null {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, 'dist/dictionary', name);
    const known = recent.get(file)?.deref();
    if (known !== undefined) return known.text;
    if (existsSync(file)) {
      const table = { text: readFileSync(file, 'utf8') };
      recent.set(file, new WeakRef(table));
      return table.text;
    }
    if (dirname(at) === at) return null;
  }
}
