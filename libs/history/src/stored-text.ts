/**
 * The stored form of a client's text: PostgreSQL has no zero character, and no lone surrogate in UTF-8. Ordinary texts
 * without quotes and backslashes are unchanged.
 */
export const storedText = (text: string): string => JSON.stringify(text).slice(1, -1);
