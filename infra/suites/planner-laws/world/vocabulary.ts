/** A word in both languages; English in the singular. */
export interface Word {
  zh: string;
  en: string;
}

/**
 * All words of a world, by what they are used for. The shape of the world is elsewhere: any vocabulary fits any shape.
 */
export interface Vocabulary {
  name: string;
  /** What lasts: customers, products, regions. */
  things: readonly Word[];
  /** What happens: orders, complaints. Their Chinese names are nouns. */
  events: readonly Word[];
  /** Lines of an event. */
  lines: Word;
  amounts: readonly Word[];
  attributes: readonly (Word & { values: readonly Word[] })[];
  /** Adjectives of yes/no columns; Chinese without 是否. */
  states: readonly Word[];
  /** What happens to a thing at a time: the noun of its date, and the English participle. */
  happenings: readonly (Word & { past: string })[];
  /** Figures that the model file defines. */
  metrics: readonly Word[];
  /** Details that may be missing: phone. */
  details: readonly Word[];
  /** Names of rows. */
  rows: readonly string[];
}
