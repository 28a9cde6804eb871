import type { Unit } from '../unit';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * "With only one order", "paid in a single payment": exactly so many, behind a word of having or doing. A length of time is
 * none of that, and what is shown alone ("just one branch") is a number to show.
 */
const EXACTLY = new RegExp(
  String.raw`(?<=(?<![a-z])(?:with|in|by|ha(?:ve|s|d|ving)|[a-z]{2,}ed|made|bought|took|taken|got|sold|given|held|own|owns|hold|holds) )` +
    String.raw`(?:(?:only|just|merely) (?:(?:a|one) single|(?<number>${NUMBERS.slice(1).join('|')}|\d{1,6})(?: single)?)|(?:a|one) single)` +
    String.raw`(?= [a-z])(?! (?:days?|weeks?|months?|quarters?|years?|hours?|minutes?|of|the)(?![a-z]))`,
  'gu',
);

export function exactlySoMany(text: string): Unit[] {
  return [...text.matchAll(EXACTLY)].map(({ index, 0: found, groups }): Unit => {
    const { number = 'one' } = groups ?? {};
    const value = NUMBERS.includes(number) ? NUMBERS.indexOf(number) : Number(number);
    return {
      start: index,
      end: index + found.length,
      text: found,
      meaning: { type: 'operator', operator: { op: 'between', numbers: [value, value], unit: null, inEnglish: true } },
      form: 'word',
      cost: 0,
    };
  });
}

/** "The highest single payment": of payments, each is a single one. */
const SINGLE = /(?<=(?<![a-z])(?:[a-z]+est|most [a-z]+|each|any) )single(?= [a-z])/gu;

export const singleOf = (text: string, cost: number): Unit[] =>
  [...text.matchAll(SINGLE)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    text: found,
    meaning: { type: 'filler' },
    form: 'word',
    cost,
  }));
