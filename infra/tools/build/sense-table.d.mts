/**
 * Lines of `word<TAB>sense;sense`, with `<TAB>rare` after rare words, from CC-CEDICT's entries: traditional,
 * simplified, pinyin, meanings.
 */
export function senseTable(
  entries: readonly [string, string, string, string | string[]][],
  additions?: Readonly<Record<string, readonly string[]>>,
): string;
/** Writes the table to `dist/dictionary/senses.tsv` below the repository's folder. */
export function buildDictionary(root: string): Promise<void>;
