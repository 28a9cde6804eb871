import { leftmostLongest, withoutOverlaps } from '../phrases/spans';
import type { Span } from '../phrases/phrase-table';
import { maskQuoted } from '../tokens/quoted';
import { HAN_NUMERAL, parseChineseNumeral } from './chinese-numeral';
import { ENGLISH_NUMERAL, ENGLISH_ORDINAL, parseEnglishNumeral, parseEnglishOrdinal } from './english-numeral';
import { CLASSIFIER, UNIT_PATTERN, canonicalUnit } from './units';
import { matchesOf } from '../phrases/matches-of';

/**
 * A number in a question. `text` includes its unit or measure word; 30% has value 30 and unit '%'; 1.5万 has value
 * 15000.
 */
export interface NumberMatch extends Span {
  value: number;
  /** Canonical unit ('%', 'km', 'm', '元', 'usd', '岁', 'year' …) or the Chinese measure word (个, 名, 家 …). */
  unit?: string;
  /** A position in an order (第二, 2nd, second), not a quantity. */
  ordinal?: boolean;
}

/**
 * The numbers of a text, left to right. Numbers inside names (5A, Q3, covid-19), full dates and years (2024年) are
 * skipped. Parts of other dates may be included, so callers remove overlaps with `findTimeExpressions` or a matched
 * value (`withoutOverlaps`).
 */
export function findNumbers(asked: string): NumberMatch[] {
  const text = maskQuoted(asked);
  const found = [...findDigits(text), ...findHanNumerals(text), ...findFractions(text), ...findEnglishWords(text)];
  return leftmostLongest(found);
}

const UNIT = `(?:\\s?(?:${UNIT_PATTERN}(?:(?<![a-z])|(?![a-z0-9]))|(?<classifier>${CLASSIFIER})))?`;

const MAGNITUDES: Readonly<Record<string, number>> = {
  万亿: 1e12,
  亿: 1e8,
  千万: 1e7,
  百万: 1e6,
  十万: 1e5,
  万: 1e4,
  千: 1e3,
  百: 100,
  k: 1e3,
  thousand: 1e3,
  million: 1e6,
  mln: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  hundred: 100,
};

/** 千 and 百 also begin units: 30百升 are 30 hectolitres. */
const HAN_MAGNITUDE = '万亿|亿|千万|百万|十万|万|千(?!米|克|瓦|伏|帕|卡|焦|赫|升|字节)|百(?!升|帕)';
const LATIN_MAGNITUDE = '\\s?(?:thousand|million|billion|trillion|hundred|mln|bn|k)(?![a-z])';

/** A minus is a sign at the start, after a comparison or after an opening mark. Elsewhere it joins or subtracts. */
const SIGN =
  '(?<=(?:^|[于过到足为是在=<>(,:~])\\s?|\\b(?:than|below|above|under|over|to|is|are|of|least|most|equals?|between|and|exactly)\\s)[-+]';

const DIGITS = new RegExp(
  `(?<![\\p{L}\\p{N}_](?<!\\p{Script=Han})|\\d[.,])(?<money>[$¥€£]\\s?)?(?<sign>${SIGN})?` +
    `(?<digits>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?![\\d])|\\d+(?:\\.\\d+)?|\\.\\d+)` +
    `(?:(?<ordinal>st|nd|rd|th)(?![a-z])|(?<han>(?:${HAN_MAGNITUDE})(?:\\d+(?:\\.\\d+)?(?:${HAN_MAGNITUDE}))*)|(?<latin>${LATIN_MAGNITUDE}))?${UNIT}`,
  'giu',
);

/** What may not follow the digits: letters, which make a name, and the rest of a date or clock time. */
const NOT_A_NUMBER =
  /^(?:[a-z_]|(?:年(?:度|份)?)(?!级|以|之|前|后|内|的?(?:经验|工龄|历史))|月|[日号](?!线)|季度|点(?![数击位赞]))/i;

/** Written dates, clock times, versions and names with a number in them. */
const NUMBER_IN_NAME =
  /\d{4}-\d{1,2}(?:-\d{1,2})?(?!\d)|\d{1,4}\/\d{1,2}(?:\/\d{1,4})?|\d{1,2}(?::\d{2})+(?:\.\d+)?|\d+(?:\.\d+){2,}|(?<![a-z])[a-z]+\d*-\d+/gi;

const CURRENCY: Readonly<Record<string, string>> = { $: 'usd', '¥': '元', '€': 'eur', '£': 'gbp' };

function findDigits(text: string): NumberMatch[] {
  const found: NumberMatch[] = [];
  const names = matchesOf(NUMBER_IN_NAME, text).map(({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
  }));
  for (const match of matchesOf(DIGITS, text)) {
    const { money, sign, digits = '', ordinal, han, latin, unit, classifier } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (NOT_A_NUMBER.test(text.slice(end)) || isDate(digits, unit)) continue;
    const ordinalPrefix = /第\s?$/.exec(text.slice(0, match.index))?.[0] ?? '';
    const base = Number(digits.replaceAll(',', ''));
    const value = (sign === '-' ? -1 : 1) * scaled(base, han, latin);
    const start = match.index - ordinalPrefix.length;
    found.push({
      start,
      end,
      text: text.slice(start, end),
      value,
      ...unitOf(unit, classifier, money),
      ...(ordinal !== undefined || ordinalPrefix !== '' ? { ordinal: true } : {}),
    });
  }
  return withoutOverlaps(found, names);
}

/** 2024年 is a date, 3年 is a length of time. */
function isDate(digits: string, unit: string | undefined): boolean {
  return unit === '年' && /^(?:19|20|21)\d\d$/.test(digits);
}

function scaled(base: number, han: string | undefined, latin: string | undefined): number {
  if (latin !== undefined) return round(base * (MAGNITUDES[latin.trim().toLowerCase()] ?? 1));
  if (han === undefined) return base;
  const parts = `${base}${han}`.matchAll(new RegExp(`(\\d+(?:\\.\\d+)?)(${HAN_MAGNITUDE})`, 'g'));
  return round(
    Array.from(parts, ([, digits, unit]) => Number(digits) * (MAGNITUDES[unit ?? ''] ?? 1)).reduce((a, b) => a + b, 0),
  );
}

/** 1.1 × 10,000 is 11000.000000000002 in binary floating point. The written number has no such digits. */
function round(value: number): number {
  return Number(value.toPrecision(15));
}

function unitOf(unit?: string, classifier?: string, money?: string): { unit?: string } {
  if (unit !== undefined) return { unit: canonicalUnit(unit) };
  if (classifier !== undefined) return { unit: classifier };
  return money === undefined ? {} : { unit: CURRENCY[money.trim()] ?? money.trim() };
}

const HAN = new RegExp(
  `(?<percent>百分之)?(?<ordinal>第)?(?<numeral>${HAN_NUMERAL})(?<tenths>成(?![为功立本员交都绩果长就分]))?${UNIT}`,
  'gu',
);

/** Words before a bare numeral that make it a quantity, and 一个 a count rather than an article. */
const QUANTITY_BEFORE =
  /(?:超过|大于|小于|高于|低于|多于|少于|不少于|不到|不足|不止|不只|至少|至多|最多|最少|等于|达到|恰好|正好|只有|仅有?|前|后|倒数|过去|[<>=≥≤]|有超过|介于)(?:有|为|了)?\s*$/;

/** In characters: bounds the text that is tested before each of many numerals. */
const LONGEST_BEFORE = 12;

const QUANTITY_AFTER = /^(?:以上|以下|以内|及以上|及以下|左右|之间|[到至]\s*[零〇一二两三四五六七八九十百千万亿\d]+)/;

/** Words that only look like numerals. */
const HAN_NOT_A_NUMBER = /^(?:万一|万千|千万|百度|万科|一一|三三两两|十一$)/;

function findHanNumerals(text: string): NumberMatch[] {
  const found: NumberMatch[] = [];
  for (const match of matchesOf(HAN, text)) {
    const { percent, ordinal, numeral = '', tenths, unit, classifier } = match.groups ?? {};
    const value = parseChineseNumeral(numeral);
    if (value === undefined) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - LONGEST_BEFORE), match.index);
    const counted = percent ?? ordinal ?? tenths ?? unit ?? classifier;
    if (match[0] === '十分' && !QUANTITY_BEFORE.test(before)) continue;
    if (ordinal === undefined && !isQuantity(numeral, value, counted !== undefined, before, text.slice(end))) continue;
    if (ordinal !== undefined && /^季度?/.test(text.slice(end))) continue;
    const share = percent !== undefined || tenths !== undefined;
    found.push({
      start: match.index,
      end,
      text: match[0],
      value: tenths === undefined ? value : value * 10,
      ...(share ? { unit: '%' } : unitOf(unit, classifier)),
      ...(ordinal === undefined ? {} : { ordinal: true }),
    });
  }
  return found;
}

function isQuantity(numeral: string, value: number, counted: boolean, before: string, after: string): boolean {
  if (/(?:星期|周|礼拜|双)$/.test(before) || /^(?:[a-z月日号季]|年级|级|星期)/i.test(after)) return false;
  if (/^\d/.test(after) || /\d$/.test(before)) return false;
  if (QUANTITY_BEFORE.test(before) || QUANTITY_AFTER.test(after)) return true;
  if (HAN_NOT_A_NUMBER.test(numeral) && !counted) return false;
  if (counted) return value !== 1 || /[百千万亿点]/.test(numeral);
  return /[零〇一二两三四五六七八九]/.test(numeral) && /[十百千万亿]/.test(numeral);
}

/**
 * Matches only at the start of a numeral: otherwise every character of a long numeral would be tried, each to its end.
 */
const FRACTION = new RegExp(
  `(?<![零〇一二两三四五六七八九十百千万亿])(?<below>${HAN_NUMERAL})分之(?<above>${HAN_NUMERAL})`,
  'gu',
);

/** 三分之一. Hundredths (百分之五) are read as percentages. */
function findFractions(text: string): NumberMatch[] {
  return matchesOf(FRACTION, text).flatMap((match) => {
    const below = parseChineseNumeral(match.groups?.below ?? '');
    const above = parseChineseNumeral(match.groups?.above ?? '');
    if (below === undefined || above === undefined || below === 100 || below === 0) return [];
    return [{ start: match.index, end: match.index + match[0].length, text: match[0], value: above / below }];
  });
}

const ENGLISH = new RegExp(
  `(?<![a-z0-9-])(?:(?<cardinal>once|twice|${ENGLISH_NUMERAL})(?![a-z])(?!-[a-z])${UNIT}|(?<ordinal>${ENGLISH_ORDINAL})(?=[ -](?:most|least|best|worst|[a-z]+est)\\b))`,
  'giu',
);

/** "one" is mostly a pronoun, "once" an adverb. After these words they are counts. */
const ONE_COUNTS_AFTER =
  /(?:than|least|most|exactly|only|just|over|under|top|bottom|last|past|next|first|within|equals?|to|[<>=])\s*$/i;

function findEnglishWords(text: string): NumberMatch[] {
  return matchesOf(ENGLISH, text).flatMap((match) => {
    const { cardinal, ordinal, unit, classifier } = match.groups ?? {};
    const value = cardinal === undefined ? parseEnglishOrdinal(ordinal ?? '') : parseEnglishNumeral(cardinal);
    if (value === undefined) return [];
    if (/^(?:one|once|twice)$/i.test(cardinal ?? '') && !ONE_COUNTS_AFTER.test(text.slice(0, match.index))) return [];
    const span = { start: match.index, end: match.index + match[0].length, text: match[0], value };
    // "Twice" is a frequency.
    const counted = /^(?:once|twice)$/i.test(cardinal ?? '') ? { unit: '次' } : unitOf(unit, classifier);
    return [{ ...span, ...counted, ...(ordinal === undefined ? {} : { ordinal: true }) }];
  });
}
