import type { FieldedIndex } from '../fielded-index';

const SHORTEST_HALF = 3;

/**
 * Splits a question's compound word into two: `worldcup` if no table has it but some table has both `world` and `cup`.
 * Of several splits the one with the longest first word; null: none.
 */
export function splitCompound<F extends string>(
  term: string,
  index: FieldedIndex<F>,
): readonly [string, string] | null {
  if (!/^[a-z]+$/.test(term) || index.matches(term).documents.length > 0) return null;
  for (let at = term.length - SHORTEST_HALF; at >= SHORTEST_HALF; at--) {
    const [first, second] = [term.slice(0, at), term.slice(at)];
    if (index.documentsWith(first) > 0 && index.documentsWith(second) > 0 && coOccur(first, second, index))
      return [first, second];
  }
  return null;
}

function coOccur<F extends string>(first: string, second: string, index: FieldedIndex<F>): boolean {
  const documents = new Set(index.matches(first).documents);
  return index.matches(second).documents.some((document) => documents.has(document));
}
