/**
 * A copy of a part of a long text, for keeping. V8 represents a substring of 13 or more characters by a reference to
 * the whole text, so one kept word of a table would keep the table, 6 MB, in memory.
 */
export const ownText = (part: string): string => (part.length < SHORTEST_SLICE ? part : part.split('').join(''));

const SHORTEST_SLICE = 13;
