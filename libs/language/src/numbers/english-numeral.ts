const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dozen: 12,
  once: 1,
  twice: 2,
};

const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};

const CARDINAL = [...Object.keys(WORDS), ...Object.keys(SCALES)]
  .filter((word) => !['once', 'twice'].includes(word))
  .join('|');

/** Source of a pattern for a cardinal in words: "twenty-five", "two hundred and ten". */
export const ENGLISH_NUMERAL = `(?:a )?(?:${CARDINAL})(?:(?:[ -]| and )(?:${CARDINAL}))*`;

/** Source of a pattern for an ordinal in words. */
export const ENGLISH_ORDINAL = Object.keys(ORDINALS).join('|');

/**
 * The value of a cardinal in words; undefined if the text is not one ("two three"). "a hundred" is 100; "a" alone is
 * not a number.
 */
export function parseEnglishNumeral(text: string): number | undefined {
  let total = 0;
  let section = 0;
  let lastWord = Number.POSITIVE_INFINITY;
  for (const word of text.toLowerCase().split(/[ -]+/)) {
    const value = WORDS[word];
    const scale = SCALES[word];
    if (value !== undefined) {
      if (lastWord < 20 || (lastWord < 100 && value >= 10)) return undefined;
      section += value;
      lastWord = value;
    } else if (scale === 100) {
      section = (section || 1) * 100;
      lastWord = Number.POSITIVE_INFINITY;
    } else if (scale !== undefined) {
      total += (section || 1) * scale;
      section = 0;
      lastWord = Number.POSITIVE_INFINITY;
    } else if (word !== 'and' && word !== 'a') {
      return undefined;
    }
  }
  return total + section;
}

/** The value of an ordinal in words, up to twelfth. */
export function parseEnglishOrdinal(text: string): number | undefined {
  return ORDINALS[text.toLowerCase()];
}
