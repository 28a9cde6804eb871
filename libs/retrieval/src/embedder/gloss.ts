import { normalizeText } from '@querent/language';

/** English words by Chinese word; an empty gloss marks a word to omit. */
export type Glosses = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

/** Parses the build's format: lines of `word<TAB>gloss`. */
export function parseGlosses(table: string): Glosses {
  const glosses = new Map<string, string>();
  for (const line of table.split('\n')) {
    const tab = line.indexOf('\t');
    if (tab > 0) glosses.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return glosses;
}

/** The table's longest head words; more characters need not be tried. */
const LONGEST_WORD = 8;

/**
 * Translates the Chinese of a text into English, word by word, for a model that knows no Chinese. Runs of Han
 * characters are split by the longest word in the table, from left to right; unknown characters and words without a
 * meaning are omitted. Other text is unchanged.
 */
export function glossed(text: string, glosses: Glosses): string {
  return normalizeText(text)
    .replace(
      /\p{Script=Han}+/gu,
      (run) =>
        ` ${wordsOf(run, glosses)
          .map((word) => glosses.get(word) ?? '')
          .join(' ')} `,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a run of Han characters; unknown characters are separate. */
export function wordsOf(run: string, glosses: Glosses): string[] {
  const characters = [...run];
  const words: string[] = [];
  for (let at = 0; at < characters.length;) {
    let length = Math.min(LONGEST_WORD, characters.length - at);
    while (length > 1 && !glosses.has(characters.slice(at, at + length).join(''))) length--;
    words.push(characters.slice(at, at + length).join(''));
    at += length;
  }
  return words;
}
