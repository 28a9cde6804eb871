import { findComparators, findComparisons, findSuperlatives, type SuperlativeScale } from '@querent/language';
import type { Unit } from '../../unit';
import { operatorUnit } from '../closed-unit';
import { impossibleIn } from '../impossible-words';
import { periodAgainst } from '../time/period-units';
import { gradedAmong } from './comparative-words';
import { comparedScale } from './scale-words';

/** Comparisons with numbers, extremes, orders, comparisons of periods and impossible requests of a normalised text. */
export function operatorUnits(text: string, today: string): Unit[] {
  const bounds = findComparators(text).map((found) =>
    operatorUnit(
      text,
      found,
      found.operator === 'between'
        ? {
            op: 'between',
            numbers: [found.numbers[0].value, found.numbers[1].value],
            unit: found.numbers[1].unit ?? found.numbers[0].unit ?? null,
            ...inEnglish(text.slice(found.start, found.end)),
          }
        : {
            op: 'compare',
            compare: found.operator,
            after: found.position === 'after',
            ...inEnglish(text.slice(found.start, found.end)),
            ...scaled(text, found),
            ...gradedAmong(text, found),
          },
    ),
  );
  const extremes = findSuperlatives(text).map(({ form, direction, limit, rank, scale, ...span }) =>
    operatorUnit(
      text,
      span,
      form === 'order'
        ? {
            op: 'order',
            direction,
            time: false,
            letters: LETTERS.test(span.text),
            ...(GRADES.test(span.text) && { quality: true as const }),
            ...(scale && { scale }),
            ...(ORDER_OF.test(text.slice(span.end)) && { of: true as const }),
          }
        : {
            op: 'extreme',
            direction,
            scale: scale ?? null,
            limit: limit ?? null,
            rank: rank ?? null,
            top: form === 'top',
            ...(GRADED.test(span.text) && { graded: true as const }),
            ...(COMMON.test(span.text) && { common: true as const }),
            ...(scale === 'amount' && inEnglish(span.text)),
            ...(scale === 'time' && FIRST_OR_LAST.test(span.text) && { sequence: true as const }),
          },
    ),
  );
  const cut = extremes.flatMap((one) => restOfPrice(text, one));
  const compared = findComparisons(text, { today }).map(({ kind, grain, ...span }) => {
    const against = periodAgainst(text.slice(span.start, span.end), today);
    return operatorUnit(text, span, { op: 'compare_periods', kind, grain: grain ?? null, ...(against && { against }) });
  });
  const impossible = impossibleIn(text).map(({ start, end, why, surely }) =>
    operatorUnit(text, { start, end }, { op: 'impossible', why, ...(surely && { surely }) }),
  );
  return [...bounds, ...extremes, ...cut, ...compared, ...impossible];
}

/** The scale of a comparison, from its word or from the verb before it: costs more than. */
function scaled(text: string, { start, end }: { start: number; end: number }): { scale?: SuperlativeScale } {
  const scale = comparedScale(text.slice(start, end)) ?? (isPriced(text, start) ? 'price' : null);
  return scale === null ? {} : { scale };
}

/** 客单价最高的三家: 单价 is the end of a longer name, so only 最高 is the extreme. */
function restOfPrice(text: string, { start, end, meaning }: Unit): Unit[] {
  const isCut = /^(?:单价|价格)最/u.test(text.slice(start, end)) && /\p{Script=Han}/u.test(text.charAt(start - 1));
  if (!isCut || meaning.type !== 'operator' || meaning.operator.op !== 'extreme') return [];
  return [operatorUnit(text, { start: start + 2, end }, { ...meaning.operator, scale: null, graded: true })];
}

const inEnglish = (words: string): { inEnglish?: true } => (/[a-z]{2}/.test(words) ? { inEnglish: true } : {});

/** A position in an order by any column, or by time. */
const FIRST_OR_LAST = /^(?:the )?(?:first|last)(?![a-z])|^(?:最后|第|头|首)/iu;
/** Extremes of an amount. */
const GRADED = /(?<![a-z])(?:highest|lowest)$|最[高低]$/iu;
/** The most frequent of several values. */
const COMMON = /(?:common|frequent)$|(?:常见|普遍|频繁)$/iu;
/** An order of names. */
const LETTERS = /alphabet|字母/iu;
/** The sort column follows: in descending order of age, descending by age. */
const ORDER_OF =
  /^ (?:in )?(?:(?:ascending|descending|increasing|decreasing|reverse|alphabetical) ){0,2}(?:order )?(?:of|by)(?![a-z])/u;
/** An order by quality. */
const GRADES = /best|worst|[好差优劣]/iu;

/** Words between a verb of price and its bound: costs you only 5. */
const BETWEEN = String.raw` (?:us |you )?(?:(?:only|just) )?`;
const BOUND = String.raw`(?:less|more|fewer|under|over|below|above|at least|at most|up to|between|no more|no less|not more|not less|exactly|[$€£¥]?\d)`;

/**
 * "That cost less than 15 yuan", "costing up to 10": before a bound the verb is one of price. Elsewhere a cost may be
 * any amount.
 */
const PRICED = new RegExp(
  String.raw`(?<![a-z])(?:costs?|costing|(?:are |is |were |was )?priced(?: at)?)(?=${BETWEEN}${BOUND})`,
  'gu',
);
const PRICED_BEFORE = new RegExp(String.raw`(?<![a-z])(?:costs?|costing|priced(?: at)?)${BETWEEN}$`, 'u');
/** Maximum length of a verb of price with the words after it. */
const LONGEST = 30;

/** Verbs of price in a normalised text, right before their bound. */
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

/** Whether a verb of price precedes a position of a text. */
const isPriced = (text: string, at: number): boolean => PRICED_BEFORE.test(text.slice(Math.max(0, at - LONGEST), at));
