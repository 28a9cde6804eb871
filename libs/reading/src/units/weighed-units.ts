import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { type Apart, type ApartWeight, type Together, type Weight, weighed } from './weight';
import * as amounts from './weights/amounts';
import * as words from './weights/closed-words';
import { CUT_WORD } from './weights/cut-words';
import * as markers from './weights/markers';
import * as beside from './weights/names-beside-words';
import * as owners from './weights/owners';
import { SINGLE_LETTER } from './weights/single-letters';
import * as values from './weights/values';
import { HOUSE_OF_ASKER, NAME_WITHIN_HOUSE } from './weights/whole-house';
import { WORD_IN_SHADOW } from './weights/words-in-shadow';

/** Weights of the model's names by the words beside them, and of these words, in the order in which they apply. */
export const WEIGHTS_APART: readonly ApartWeight[] = [
  beside.SPREAD_AS_NAME,
  beside.PASSAGE_AS_NAME,
  HOUSE_OF_ASKER,
  NAME_WITHIN_HOUSE,
  words.TIME_OVER_NAME,
  words.WHERE_AS_HAVING,
  words.STRAY_IN,
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
  amounts.AMOUNT_OF_FIGURE,
  amounts.VERB_AS_NAME,
  words.VERB_OF_SHARES,
  words.VERB_OF_COUNTS,
  words.LIGHT_WITH,
  words.RELATIVE_VERB,
  words.VERB_BETWEEN_NAMES,
  words.PREPOSITION_BEFORE_THING,
  owners.COLUMN_OF_SOURCE,
];

/** Weights of all units beside each other, in the order in which they apply. */
export const WEIGHTS_TOGETHER: readonly Weight<Together>[] = [
  markers.EACH_WITHIN_NAME,
  owners.VERB_OF_PRICE,
  markers.ACROSS_OWNERS,
  markers.REPEATED_MARKER,
  markers.WITH_LISTED_COLUMNS,
  SINGLE_LETTER,
  amounts.QUALITY_OF_FIGURE,
  owners.FIGURE_OF_NAMED_THING,
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
 * The units of a question's names and closed words together, each at what it costs beside the others: a name of the
 * model ends other meanings of its words, a longer phrase those of its parts. `subject` is the thing that a turn goes
 * on with: where the turn names none, its own columns come first.
 */
export function weighedUnits(
  allNames: readonly Unit[],
  allWords: readonly Unit[],
  facts: Facts,
  subject: string | null = null,
): readonly Unit[] {
  const apart = WEIGHTS_APART.reduce(
    (around: Apart, weight): Apart => ({ ...around, [weight.of]: weighed(around[weight.of], weight, around) }),
    { names: allNames, words: allWords, facts },
  );
  return WEIGHTS_TOGETHER.reduce((units, weight) => weighed(units, weight, { units, facts, subject }), [
    ...apart.names,
    ...apart.words,
  ] as readonly Unit[]);
}
