import { normalizeText } from '@querent/language';
import { abbreviatedNames } from './derive/names-to-derive';
import { HAN, ONLY_HAN, ONLY_WORDS } from './derive/derived-form';
import type { Dictionary, Translation } from './dictionary';
import { singularOf } from './pieces';
import { costOf } from './rules';
import { type Labelled, type WrittenName, writtenNames } from './written-names';
import { ownEntry } from '../own-entry';

/**
 * Maximum number of words of one name, and of names composed of them. A large model gets fewer, because they are built
 * at each start.
 */
const MOST_PARTS = 3;
const MOST_OF_PART = 12;
const MOST_NAMES = 96;
const FEWEST_NAMES = 6;
const MOST_OF_MODEL = 240_000;
/** Cost of translating a synonym instead of the name itself. */
const OF_NEAR = 0.22;
/** Cost of composing a name of words. */
const COMPOSED = 0.05;

/** Words for the kinds of columns, which the dictionary lacks or explains in another sense. */
const KINDS: Readonly<Record<string, string>> = {
  id: '编号|id|号',
  no: '编号|号码',
  number: '编号|号码|数量',
  code: '代码|编码|编号',
  name: '名称|名字|姓名|名',
  date: '日期|时间',
  time: '时间',
  at: '时间|日期',
  on: '日期|时间',
  type: '类型|种类|类别',
  year: '年份|年',
  count: '数量|数',
  num: '数量|数',
};

/** Names and birthdays of persons, for which a dictionary has only one word. */
const PHRASES: Readonly<Record<string, string>> = {
  'first name': '名字|名',
  'given name': '名字|名',
  'last name': '姓氏|姓',
  'family name': '姓氏|姓',
  'full name': '姓名|全名',
  'birth date': '出生日期|生日',
  'date of birth': '出生日期|生日',
};

const SHARES = ['率', '比例', '占比', '百分比'];
/** Other translations of a compound's last word, which it does not have alone. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  amount: ['费', '费用', '额'],
  percent: SHARES,
  percentage: SHARES,
  pct: SHARES,
  rate: ['率'],
};
const OF_HEAD = 0.1;

/** The names to translate into the language that has no label. */
export function untranslatedNames(part: Labelled): string[] {
  const written = writtenNames(part).map(({ text }) => text);
  if (part.label.zh === undefined && !written.some((name) => HAN.test(name)))
    return [...written, ...abbreviatedNames(part).map(({ text }) => text)]
      .flatMap((name) => [name, ...withoutMeasure(name), ...counting(name, part)])
      .filter((name) => ONLY_WORDS.test(name));
  return written.some((name) => ONLY_WORDS.test(name)) ? [] : written.filter((name) => ONLY_HAN.test(name));
}

/** A count named by its noun: 席位数 of seats, 层数 of stories. */
const counting = (name: string, part: Labelled): string[] =>
  'role' in part && part.role === 'measure' && /^[a-z]{3,}s$/.test(name) && singularOf(name) !== name
    ? [`number of ${name}`]
    : [];

/** Units of weight and length at the end of a name: 体重 is not called 体重公斤. Days and hours may be the counted noun. */
const MEASURE =
  / (?:kgs?|g|tons?|lbs?|mm|cm|m|km|kilomet(?:er|re)s?|met(?:er|re)s|miles?|m2|km2|sqm|sq m|l|ml|(?:in )?(?:thousands?|millions?|billions?|mln|bn))$/;

const withoutMeasure = (name: string): string[] => (MEASURE.test(name) ? [name.replace(MEASURE, '')] : []);

/** Cache: in a large schema names recur in table after table. */
const translations = new WeakMap<Dictionary, Map<string, readonly WrittenName[]>>();

/** Names of a part in the language that has no label, by exact senses: country → 国家, 客户名称 → customer name. */
export function translatedNames(part: Labelled, dictionary: Dictionary): readonly WrittenName[] {
  const known = translations.get(dictionary) ?? new Map<string, readonly WrittenName[]>();
  translations.set(dictionary, known);
  const names = untranslatedNames(part);
  const { near = [] } = part;
  const key = [...names, '', ...near].join('\n');
  const found = known.get(key) ?? translationsOf(names, new Set(near), dictionary);
  known.set(key, found);
  return found;
}

function translationsOf(
  untranslated: readonly string[],
  near: ReadonlySet<string>,
  dictionary: Dictionary,
): WrittenName[] {
  const names = new Map<string, WrittenName>();
  for (const name of untranslated) {
    const found = ONLY_HAN.test(name) ? inEnglish(name, dictionary) : inChinese(name, dictionary);
    for (const { text, cost } of found) {
      const known = names.get(text);
      const whole = costOf('dictionary') + cost + (near.has(name) ? OF_NEAR : 0);
      if (known === undefined || whole < known.cost) names.set(text, { text, rule: 'dictionary', cost: whole });
    }
  }
  const most = Math.min(MOST_NAMES, Math.max(FEWEST_NAMES, Math.floor(MOST_OF_MODEL / dictionary.asked)));
  return [...names.values()].sort((a, b) => a.cost - b.cost).slice(0, most);
}

/** Translations of a stored value. */
export function translatedValue(value: string, dictionary: Dictionary): readonly Translation[] {
  const text = normalizeText(value);
  if (ONLY_HAN.test(text)) return dictionary.english(text);
  return ONLY_WORDS.test(text) ? dictionary.chineseState(text).filter((one) => one.text.length > 1) : [];
}

function inChinese(name: string, dictionary: Dictionary): Translation[] {
  const counted = COUNTED.exec(name)?.[1];
  if (counted !== undefined) return countedInChinese(counted, dictionary);
  const words = name.split(' ');
  // Without a dictionary nothing is translated.
  const isKnown = words.some((word) => dictionary.chinese(word).length > 0);
  const phrases =
    (isKnown
      ? ownEntry(PHRASES, name)
          ?.split('|')
          .map((text) => ({ text, cost: 0 }))
      : undefined) ?? [];
  const whole = words.length > 1 ? [...phrases, ...dictionary.chinese(name)] : wordInChinese(name, dictionary, true);
  if (words.length < 2 || words.length > MOST_PARTS || words.some((word) => OF_GRAMMAR.test(word))) return [...whole];
  const parts = words.map((word, at) =>
    at === words.length - 1
      ? headInChinese(word, dictionary)
      : wordInChinese(word, dictionary, false).slice(0, MOST_OF_PART),
  );
  const tail =
    words.length === MOST_PARTS
      ? [...together(parts.slice(1), ''), ...dictionary.chinese(words.slice(1).join(' '))]
      : [];
  const made = [...together(parts, ''), ...byPhrases(words, parts, dictionary), ...turned(words, dictionary)];
  if (tail.length === 0) return [...whole, ...made];
  // Names of three words have so many translations that their endings would be lost.
  const ends = surest(tail).map(({ text, cost }) => ({ text, cost: cost + costOf('tail') }));
  return [...whole, ...surest(made), ...ends];
}

const surest = (names: readonly Translation[]): Translation[] =>
  [...names].sort((a, b) => a.cost - b.cost).slice(0, MOST_OF_THREE);
/** Maximum number of names of three words, and of their endings. */
const MOST_OF_THREE = 40;

/** A count and its noun: number of members. */
const COUNTED = /^(?:number|num|no|nbr|count) of ([a-z]+(?: [a-z]+)?)$/;

/** 成员数量, 成员数; for persons also 成员人数. */
const countedInChinese = (counted: string, dictionary: Dictionary): Translation[] =>
  together([dictionary.chinese(singularOf(counted)).slice(0, MOST_OF_PART), COUNTS], '');

const COUNTS: readonly Translation[] = ['数量', '数', '数目', '人数', '总数'].map((text, at) => ({
  text,
  cost: at * 0.01,
}));

/** "Best of" does not translate to 最好的. */
const OF_GRAMMAR = /^(?:of|the|and|or|for|by|in|to|is)$/;

/** Two of three words that form one phrase: customer last name → 客户姓, official native language → 官方母语. */
function byPhrases(
  words: readonly string[],
  parts: readonly (readonly Translation[])[],
  dictionary: Dictionary,
): Translation[] {
  if (words.length !== MOST_PARTS) return [];
  const [first = [], , last = []] = parts;
  const phrase = (from: number): readonly Translation[] => dictionary.chinese(words.slice(from, from + 2).join(' '));
  return [...together([first, phrase(1)], ''), ...together([phrase(0), last], '')];
}

/** "Birth date" is also "date of birth". */
const turned = (
  [first = '', second = '', ...more]: readonly string[],
  dictionary: Dictionary,
): readonly Translation[] => (more.length > 0 ? [] : dictionary.chinese(`${second} of ${first}`));

function wordInChinese(word: string, dictionary: Dictionary, isLast: boolean): readonly Translation[] {
  const kinds = isLast
    ? ownEntry(KINDS, word)
        ?.split('|')
        .map((text) => ({ text, cost: 0 }))
    : undefined;
  return kinds ?? dictionary.chinese(word);
}

/** 交易数量 is a count, not an amount. */
const NUMBER = /^(?:数量|数目|总数)$/u;

/** The last word of a compound, which names the measure: 人工费 of "labor amount". */
function headInChinese(word: string, dictionary: Dictionary): readonly Translation[] {
  const words = wordInChinese(word, dictionary, true)
    .filter(({ text }) => !(word === 'amount' && NUMBER.test(text)))
    .slice(0, MOST_OF_PART);
  return [...words, ...(ownEntry(HEADS, word) ?? []).map((text) => ({ text, cost: OF_HEAD }))];
}

/** Translates a Chinese name by its longest words, from the left. */
function inEnglish(name: string, dictionary: Dictionary): Translation[] {
  const whole = dictionary.english(name);
  if (whole.length > 0) return [...whole];
  const words: string[] = [];
  for (let at = 0; at < name.length;) {
    let to = name.length;
    while (to > at + 1 && (to - at === name.length || dictionary.english(name.slice(at, to)).length === 0)) to--;
    words.push(name.slice(at, to));
    at = to;
  }
  if (words.length > MOST_PARTS) return [];
  return together(
    words.map((word) => dictionary.english(word).slice(0, MOST_OF_PART)),
    ' ',
  );
}

/** Every combination of the words; none if one of them has no translation. */
function together(parts: readonly (readonly Translation[])[], by: string): Translation[] {
  let names: Translation[] = [{ text: '', cost: COMPOSED * (parts.length - 1) }];
  for (const part of parts) {
    names = names.flatMap((before) =>
      part.map(({ text, cost }) => ({
        text: before.text === '' ? text : before.text + by + text,
        cost: before.cost + cost,
      })),
    );
  }
  return names;
}
