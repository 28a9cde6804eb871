import { MEASURE_WORDS, parseChineseNumeral } from '@querent/language';
import type { Unit } from '../unit';
import { closedUnit, operatorUnit } from './closed-unit';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * "With only one order", "paid in a single payment": exactly this number, after a verb or "with". Durations are
 * excluded, and "just one branch" alone is a number of rows to show.
 */
const ENGLISH_EXACT = new RegExp(
  String.raw`(?<=(?<![a-z])(?:with|in|by|ha(?:ve|s|d|ving)|[a-z]{2,}ed|made|bought|took|taken|got|sold|given|held|own|owns|hold|holds) )` +
    String.raw`(?:(?:only|just|merely) (?:(?:a|one) single|(?<number>${NUMBERS.slice(1).join('|')}|\d{1,6})(?: single)?)|` +
    String.raw`(?:a|one) single)` +
    String.raw`(?= [a-z])(?! (?:days?|weeks?|months?|quarters?|years?|hours?|minutes?|of|the)(?![a-z]))`,
  'gu',
);

export function exactCounts(text: string): Unit[] {
  return [...text.matchAll(ENGLISH_EXACT)].flatMap(({ index, 0: found, groups }): Unit[] => {
    if (isDenied(text, index)) return [];
    const { number = 'one' } = groups ?? {};
    const value = NUMBERS.includes(number) ? NUMBERS.indexOf(number) : Number(number);
    const operator = { op: 'between' as const, numbers: [value, value] as const, unit: null, inEnglish: true as const };
    return [
      {
        start: index,
        end: index + found.length,
        text: found,
        meaning: { type: 'operator', operator },
        form: 'word',
        cost: 0,
      },
    ];
  });
}

/** Number of letters before the words that are searched for a negation. */
const NEAR = 40;
const DENIED = /(?:n't|(?<![a-z])(?:not|never|nobody|no one))(?: [a-z]+){0,3} $/u;

/** "Have not bought a single ticket": none at all. */
const isDenied = (text: string, at: number): boolean => DENIED.test(text.slice(Math.max(0, at - NEAR), at));

const SINGLE = /(?<![a-z])single(?= [a-z])/gu;
/** "The highest single payment": "single" is redundant, because each payment is one. */
const OF_EACH = /(?<![a-z])(?:[a-z]+est|most [a-z]+|each|any) $/u;

export const singleOf = (text: string, cost: number): Unit[] =>
  [...text.matchAll(SINGLE)].flatMap(({ index, 0: found }): Unit[] => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    const isRedundant = OF_EACH.test(before) || (before.endsWith(' a ') && isDenied(text, index));
    return isRedundant
      ? [{ start: index, end: index + found.length, text: found, meaning: { type: 'filler' }, form: 'word', cost }]
      : [];
  });

/** 只买过一张票, 仅有两个订单: exactly this number. With a verb of viewing or wanting (只看一家) it is the number of rows to show. */
const CHINESE_EXACT = new RegExp(
  String.raw`(?<![不几])(?<only>只|仅仅?|就只)(?<verb>(?!看|要|想|列|取|显|展|给|返|查|选|找|算|统|说|问|需)\p{Script=Han}{1,4}?)` +
    String.raw`(?<number>[一两二三四五六七八九十]|\d+)(?<unit>${MEASURE_WORDS.join('|')})`,
  'gu',
);

export function chineseExactCounts(text: string): Unit[] {
  return [...text.matchAll(CHINESE_EXACT)].flatMap(({ index, groups = {} }) => {
    const { only = '', verb = '', number = '', unit: measure = '' } = groups;
    const start = index + only.length + verb.length;
    const value = parseChineseNumeral(number) ?? Number(number);
    if (/[的都和与且但也在于从向给]/u.test(verb) || value === 0) return [];
    return [
      closedUnit(text, { start: index, end: index + only.length }, { type: 'filler' }),
      operatorUnit(
        text,
        { start, end: start + number.length + measure.length },
        { op: 'between', numbers: [value, value], unit: measure },
      ),
    ];
  });
}
