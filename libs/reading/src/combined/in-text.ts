import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import type { Weight } from '../units/weight';

/** All units of a question, with its normalised text. */
export interface InText {
  text: string;
  units: readonly Unit[];
  facts: Facts;
  today: string;
}

export type InTextWeight = Weight<InText>;
