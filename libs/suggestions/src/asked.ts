import type { SemanticQuery } from '@querent/contracts';
import { normalizeWithMap, type NormalizedText } from '@querent/language';
import type { Reader } from './surely-answered';

/** An answered question, from which follow-up questions are derived. */
export interface Asked extends Reader {
  query: SemanticQuery;
  /** Texts whose words may be reused, latest first: the question, and the one that it continued. */
  texts: readonly AskedText[];
}

export interface AskedText {
  original: string;
  normal: NormalizedText;
}

export function askedText(original: string): AskedText {
  return { original, normal: normalizeWithMap(original) };
}
