import type { Unit } from '@querent/lexicon';
import { weighed } from '../units/weight';
import { HALF_WORD, POINTING_WORD } from './half-words';
import type { InText, InTextWeight } from './in-text';
import { PARTICIPLE_LABEL } from './participle-labels';
import { PAST_EVENT } from './past-events';
import { SPLIT_NAMES } from './split-names';
import { VALUE_BESIDE_LABEL } from './values-beside-labels';
import { VALUE_WITH_NAME_PART } from './values-with-name-parts';
import { NOUN_BESIDE_VALUE } from './values-with-nouns';

/**
 * Units that several words make together, and what becomes of the units of these words, in the order in which they
 * apply. The rows of one stage do not see the units that the others of it add.
 */
export const COMBINED: readonly (readonly InTextWeight[])[] = [
  [VALUE_BESIDE_LABEL],
  [SPLIT_NAMES, NOUN_BESIDE_VALUE, VALUE_WITH_NAME_PART],
  [PARTICIPLE_LABEL],
  [PAST_EVENT],
  [HALF_WORD],
  [POINTING_WORD],
];

/** The weighed units of a question, with those that the question's text makes of them. */
export const combinedUnits = (question: InText): readonly Unit[] =>
  COMBINED.reduce(
    (units, stage) => stage.reduce((found, row) => weighed(found, row, { ...question, units }), units),
    question.units,
  );
