/** Of CC-CEDICT's entries: traditional, simplified, pinyin, meanings. Lines of `word<TAB>gloss`. */
export function glossTable(entries: readonly [string, string, string, string | string[]][]): string;
