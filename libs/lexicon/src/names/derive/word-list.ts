/** The words of a list over several lines. */
export const wordsIn = (list: string): string[] => list.trim().split(/\s+/);

/** Pattern source of alternatives, separated by bars over several lines. */
export const oneOf = (alternatives: string): string => `(?:${alternatives.replace(/\s*\n\s*/g, '')})`;
