/** A word in both languages, in English in the singular. */
export interface Word {
  zh: string;
  en: string;
}

/**
 * All words of a world, by their use. They are independent of the world's shape, so any vocabulary fits any shape.
 */
export interface Vocabulary {
  name: string;
  /** Lasting things: customers, products, regions. */
  things: readonly Word[];
  /** Events: orders, complaints. Their Chinese names are nouns. */
  events: readonly Word[];
  /** Lines of an event. */
  lines: Word;
  amounts: readonly Word[];
  attributes: readonly (Word & { values: readonly Word[] })[];
  /** Adjectives of yes/no columns; Chinese without 是否. */
  states: readonly Word[];
  /** Happenings with a date: the noun of the date, and the English participle. */
  happenings: readonly (Word & { past: string })[];
  /** Figures that the model file defines. */
  metrics: readonly Word[];
  /** Optional details, such as a phone number. */
  details: readonly Word[];
  /** Names of rows. */
  rows: readonly string[];
}
