/** What a record holds under a word, which may be any: constructor and valueOf are held by all. */
export const ownEntry = <T>(record: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;
