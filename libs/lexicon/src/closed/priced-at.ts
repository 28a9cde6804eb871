import type { Unit } from '../unit';

/** What may stand between a verb of a price and its bound: costs you only 5. */
const BETWEEN = String.raw` (?:us |you )?(?:(?:only|just) )?`;
const BOUND = String.raw`(?:less|more|fewer|under|over|below|above|at least|at most|up to|between|no more|no less|not more|not less|exactly|[$€£¥]?\d)`;

/**
 * "That cost less than 15 yuan", "costing up to 10": before a bound the verb says that it is one of a price. Elsewhere
 * a cost may be an amount of which nothing is known.
 */
const PRICED = new RegExp(
  String.raw`(?<![a-z])(?:costs?|costing|(?:are |is |were |was )?priced(?: at)?)(?=${BETWEEN}${BOUND})`,
  'gu',
);
const PRICED_BEFORE = new RegExp(String.raw`(?<![a-z])(?:costs?|costing|priced(?: at)?)${BETWEEN}$`, 'u');
/** No verb of a price with what stands behind it is longer. */
const LONGEST = 30;

/** Verbs of a price in a normalised text, right before the bound that they are of. */
export function pricedAt(text: string): Unit[] {
  return [...text.matchAll(PRICED)].map(({ index, 0: verb }): Unit => ({
    start: index,
    end: index + verb.length,
    text: verb,
    meaning: { type: 'operator', operator: { op: 'plain', word: 'do' } },
    form: 'word',
    cost: 0,
  }));
}

/** Whether a verb of a price stands right before a position of a text. */
export const isPriced = (text: string, at: number): boolean =>
  PRICED_BEFORE.test(text.slice(Math.max(0, at - LONGEST), at));
