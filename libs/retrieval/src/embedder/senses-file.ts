import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The senses of Chinese words that the build made, for `provideSenses` of @querent/lexicon: lines `word<TAB>sense;sense`,
 * some 3 MB. Null where nothing was built: names are then found in their own language alone.
 */
export function readSenses(from: string = __dirname): string | null {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, 'dist/dictionary/senses.tsv');
    if (existsSync(file)) return readFileSync(file, 'utf8');
    if (dirname(at) === at) return null;
  }
}
