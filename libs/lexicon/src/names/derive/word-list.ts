/** The words of a list that is written over several lines. */
export const wordsIn = (list: string): string[] => list.trim().split(/\s+/);

/** A pattern for one of the alternatives, written over several lines between bars. */
export const oneOf = (alternatives: string): string => `(?:${alternatives.replace(/\s*\n\s*/g, '')})`;
