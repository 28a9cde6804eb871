import type { Filter, Locale, SemanticQuery } from '@querent/contracts';
import type { SemanticModel } from '@querent/semantic';
import { normalizeWithMap, type NormalizedText } from '@querent/language';

/** An answered question, as the next ones are found from it. */
export interface Asked {
  query: SemanticQuery;
  model: SemanticModel;
  locale: Locale;
  today: string;
  timezone: string;
  /** Conditions that fill themselves in where a question says nothing else. */
  defaults: Filter[];
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
