/** A record's own entry for a word. Every object inherits words such as constructor and valueOf. */
export const ownEntry = <T>(record: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;
