const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

const SMALL_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** 万 and 亿 multiply the whole section before them. */
const BIG_UNITS: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 };

/** Source of a pattern for a numeral in Han characters. */
export const HAN_NUMERAL = '[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?';

/**
 * The value of a numeral in Han characters: 三千五百, 两百, 一万二 (12,000), 二零二四 (digit by digit), 三点五. Undefined if the text
 * is not a numeral.
 */
export function parseChineseNumeral(text: string): number | undefined {
  const [whole = '', fraction] = text.split('点');
  const value = parseWhole(whole);
  if (value === undefined || fraction === undefined) return value;
  const digits = readDigits(fraction);
  return digits === undefined ? undefined : value + Number(`0.${digits}`);
}

function parseWhole(text: string): number | undefined {
  if (text === '' || !/^[零〇一二两三四五六七八九十百千万亿]+$/.test(text)) return undefined;
  if (/^[零〇一二三四五六七八九]{2,}$/.test(text)) return Number(readDigits(text));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastUnit = 1;
  for (const char of text) {
    const value = DIGITS[char];
    const small = SMALL_UNITS[char];
    const big = BIG_UNITS[char];
    if (value !== undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      if (value === 0) lastUnit = 1;
      digit = value;
    } else if (small !== undefined) {
      section += (digit ?? (small === 10 || section > 0 ? 1 : Number.NaN)) * small;
      lastUnit = small;
      digit = undefined;
    } else if (big !== undefined) {
      const before = section + (digit ?? 0);
      if (before === 0 && total === 0) return undefined;
      total = big === 1e8 ? (total + before) * big : total + before * big;
      section = 0;
      lastUnit = big;
      digit = undefined;
    }
  }
  // A bare last digit counts in the next lower unit: 三千五 is 3,500, 一万二 is 12,000; after 零 or 十 it is itself.
  const scale = lastUnit >= 100 ? lastUnit / 10 : 1;
  const value = total + section + (digit ?? 0) * scale;
  return Number.isNaN(value) ? undefined : value;
}

function readDigits(text: string): string | undefined {
  const digits = Array.from(text, (char) => DIGITS[char]);
  return digits.includes(undefined) ? undefined : digits.join('');
}
