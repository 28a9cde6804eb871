import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { HALF_WORD, POINTING_WORD } from '../combined/half-words';
import type { InText, InTextWeight } from '../combined/in-text';
import { PARTICIPLE_LABEL } from '../combined/participle-labels';
import { PAST_EVENT } from '../combined/past-events';
import { SPLIT_NAMES } from '../combined/split-names';
import { VALUE_BESIDE_LABEL } from '../combined/values-beside-labels';
import { VALUE_WITH_NAME_PART } from '../combined/values-with-name-parts';
import { NOUN_BESIDE_VALUE } from '../combined/values-with-nouns';
import { type Apart, type ApartWeight, type Together, type Weight, weighed } from './weight';
import * as amounts from './weights/amounts';
import * as words from './weights/closed-words';
import { CUT_WORD } from './weights/cut-words';
import * as markers from './weights/markers';
import * as beside from './weights/names-beside-words';
import * as owners from './weights/owners';
import { SINGLE_LETTER } from './weights/single-letters';
import * as values from './weights/values';
import { ASKER_ORGANISATION, NAME_IN_ORGANISATION } from './weights/asker-organisation';
import { WORD_IN_SHADOW } from './weights/words-in-shadow';

/**
 * Rules that change the costs of the units for the model's names and for function words, before both are merged; in the
 * order in which they apply.
 */
export const WEIGHTS_APART: readonly ApartWeight[] = [
  beside.SPREAD_AS_NAME,
  beside.PASSAGE_AS_NAME,
  ASKER_ORGANISATION,
  NAME_IN_ORGANISATION,
  words.TIME_OVER_NAME,
  words.WHERE_AS_HAVING,
  words.IN_WITHOUT_PLACE,
  beside.ONE_CHARACTER_THING,
  beside.COUNT_WITHIN_NAME,
  owners.NAME_OF_ROLE,
  values.COPIED_VALUE,
  amounts.APPOSED_AMOUNT,
  beside.NAME_BEHIND_CALLED,
  beside.NAME_WITH_KIND,
  amounts.SUREST_SENSE,
  values.PART_OVER_TIME,
  values.PARTS_OF_VALUES,
  owners.REFERENCE_BESIDE_THING,
  amounts.AMOUNT_OF_METRIC,
  amounts.VERB_AS_NAME,
  words.VERB_OF_SHARES,
  words.VERB_OF_COUNTS,
  words.LIGHT_WITH,
  words.RELATIVE_VERB,
  words.VERB_BETWEEN_NAMES,
  words.PREPOSITION_BEFORE_THING,
  owners.COLUMN_OF_SOURCE,
];

/** Rows that weigh all units together, in the order in which they apply. */
export const WEIGHTS_TOGETHER: readonly Weight<Together>[] = [
  markers.EACH_WITHIN_NAME,
  owners.VERB_OF_PRICE,
  markers.ACROSS_OWNERS,
  markers.REPEATED_MARKER,
  markers.WITH_LISTED_COLUMNS,
  SINGLE_LETTER,
  amounts.QUALITY_OF_METRIC,
  owners.METRIC_OF_NAMED_THING,
  CUT_WORD,
  WORD_IN_SHADOW,
  values.CODE_BEFORE_NAME,
  values.COARSER_VALUE,
  values.VALUE_OF_OTHER_COLUMN,
  owners.PART_OF_NAMED_THING,
  values.WITHIN_ITS_NAMESAKE,
  owners.VALUE_OF_ASKED_TABLE,
  owners.THING_BEFORE_COPY,
];

/**
 * Rows that combine several words into a unit and adjust the units of these words, in the order in which they apply.
 * The rows of one stage do not see the units that other rows of the same stage add.
 */
export const COMBINED: readonly (readonly InTextWeight[])[] = [
  [VALUE_BESIDE_LABEL],
  [SPLIT_NAMES, NOUN_BESIDE_VALUE, VALUE_WITH_NAME_PART],
  [PARTICIPLE_LABEL],
  [PAST_EVENT],
  [HALF_WORD],
  [POINTING_WORD],
];

/**
 * All units of a question, names and function words, each with its cost beside the others. A name of the model rules
 * out other meanings of its words, and a longer phrase those of its parts. `subject` is the thing that the previous
 * question was about: where a follow-up names no thing, its columns come first.
 */
export function weighedUnits(
  allNames: readonly Unit[],
  allWords: readonly Unit[],
  facts: Facts,
  subject: string | null = null,
): readonly Unit[] {
  const apart = WEIGHTS_APART.reduce(
    (question: Apart, weight): Apart => ({ ...question, [weight.of]: weighed(question[weight.of], weight, question) }),
    { names: allNames, words: allWords, facts },
  );
  return WEIGHTS_TOGETHER.reduce((units, weight) => weighed(units, weight, { units, facts, subject }), [
    ...apart.names,
    ...apart.words,
  ] as readonly Unit[]);
}

/** The weighed units of a question, together with the units that several of its words form. */
export const combinedUnits = (question: InText): readonly Unit[] =>
  COMBINED.reduce(
    (units, stage) => stage.reduce((found, row) => weighed(found, row, { ...question, units }), units),
    question.units,
  );
