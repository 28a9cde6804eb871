/** Lines of `word<TAB>gloss`, from CC-CEDICT's entries: traditional, simplified, pinyin, meanings. */
export function glossTable(entries: readonly [string, string, string, string | string[]][]): string;
