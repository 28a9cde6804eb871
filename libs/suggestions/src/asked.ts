import type { SemanticQuery } from '@querent/contracts';
import { normalizeWithMap, type NormalizedText } from '@querent/language';
import type { Reader } from './surely-answered';

/** An answered question, as the next ones are found from it. */
export interface Asked extends Reader {
  query: SemanticQuery;
  /** The texts whose words may be used again, the latest first: the question, and the one that it continued. */
  texts: readonly AskedText[];
}

export interface AskedText {
  original: string;
  normal: NormalizedText;
}

export function askedText(original: string): AskedText {
  return { original, normal: normalizeWithMap(original) };
}
