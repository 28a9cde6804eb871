/** Of CC-CEDICT's entries: traditional, simplified, pinyin, meanings. Lines of `word<TAB>sense;sense`. */
export function senseTable(entries: readonly [string, string, string, string | string[]][]): string;
/** Writes the table to `dist/dictionary/senses.tsv` below the repository's folder. */
export function buildDictionary(root: string): Promise<void>;
