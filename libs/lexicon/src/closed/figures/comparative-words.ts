import { parseChineseNumeral, type SuperlativeScale } from '@querent/language';
import { PhraseIndex } from '../../phrase-index';
import type { Operator } from '../../unit';

type Comparative = Extract<Operator, { op: 'comparative' }>;

/** Words for "more" or "less than another": more orders than Ann, 比甲产品贵. */
const COMPARATIVES: readonly { compare: '>' | '<'; scale: SuperlativeScale | 'many' | null; zh: string; en: string }[] =
  [
    { compare: '>', scale: 'many', zh: '多', en: 'more|a greater number of|a larger number of|a higher number of' },
    { compare: '<', scale: 'many', zh: '少', en: 'fewer|less|a smaller number of|a lower number of' },
    { compare: '>', scale: null, zh: '高', en: 'higher|a higher|greater|a greater' },
    { compare: '<', scale: null, zh: '低', en: 'lower|a lower' },
    { compare: '>', scale: 'size', zh: '大', en: 'larger|a larger|bigger|a bigger' },
    { compare: '<', scale: 'size', zh: '小', en: 'smaller|a smaller' },
    { compare: '>', scale: 'time', zh: '晚', en: '' },
    { compare: '<', scale: 'time', zh: '早', en: '' },
    { compare: '>', scale: 'pay', zh: '挣得多|赚得多|挣得还多|赚得还多', en: '' },
    { compare: '<', scale: 'pay', zh: '挣得少|赚得少|挣得还少|赚得还少', en: '' },
    { compare: '>', scale: 'quality', zh: '好', en: 'better|a better' },
    { compare: '<', scale: 'quality', zh: '差', en: 'worse|a worse' },
    { compare: '>', scale: 'price', zh: '贵', en: 'more expensive|more costly|costlier|dearer|pricier' },
    { compare: '<', scale: 'price', zh: '便宜', en: 'cheaper|less expensive|less costly' },
    { compare: '>', scale: 'length', zh: '长', en: 'longer|a longer|taller' },
    { compare: '<', scale: 'length', zh: '短', en: 'shorter|a shorter' },
    { compare: '>', scale: 'weight', zh: '重', en: 'heavier' },
    { compare: '<', scale: 'weight', zh: '轻', en: 'lighter' },
    { compare: '>', scale: 'age', zh: '年长|年纪大|年龄大|岁数大', en: 'older' },
    { compare: '<', scale: 'age', zh: '年轻|年纪小|年龄小|岁数小', en: 'younger' },
    { compare: '>', scale: 'speed', zh: '快', en: 'faster' },
    { compare: '<', scale: 'speed', zh: '慢', en: 'slower' },
  ];

/**
 * The scale of a word between two amounts or things, from the word or from the verb before it: larger than, earns more
 * than.
 */
export function gradedAmong(
  text: string,
  { start, end }: { start: number; end: number },
): { among?: SuperlativeScale } {
  if (/^(?:larger|bigger|smaller) than$/u.test(text.slice(start, end))) return { among: 'size' };
  return EARNED.test(text.slice(Math.max(0, start - LONGEST_VERB), start)) ? { among: 'pay' } : {};
}

const EARNED = /(?<![a-z])(?:earns?|earned|earning|(?:is|are|was|were|gets?|got|being) paid) (?:far |much |even )?$/u;
const LONGEST_VERB = 24;

const MORE_SO = ['', '更', '还', '还要', '要', '都'];

const words = new PhraseIndex<Comparative>();
for (const { compare, scale, zh, en } of COMPARATIVES) {
  const phrases = [...zh.split('|').flatMap((word) => MORE_SO.map((more) => more + word)), ...en.split('|')];
  const graded = scale === 'many' ? { many: true as const } : scale && { scale };
  for (const phrase of phrases) words.add(phrase, { op: 'comparative', compare, ...graded });
}

/** The word that a comparative needs elsewhere in the text. */
const THAN = /比|较|(?<![a-z])than(?![a-z])/u;

/** A difference before or after the comparative: 10 more orders than, 多10个. */
const HOW_MUCH_MORE = /(?:\d%?|(?<![a-z])(?:one|two|three|four|five|ten|hundred|thousand|percent|many|much)) $/u;
const BY_HOW_MUCH = /^(?:出|了)?\s?(?:\d|[一两二三四五六七八九十百千几半])/u;
const LONGEST_NUMBER = 12;
const hasDifference = (before: string, behind: string): boolean =>
  HOW_MUCH_MORE.test(before) || BY_HOW_MUCH.test(behind);

/** Comparatives of a normalised text; none without "than", or with a difference. */
export const comparativesIn = (text: string): { start: number; end: number; operator: Comparative }[] =>
  THAN.test(text)
    ? words
        .find(text)
        .filter(
          ({ start, end }) =>
            !hasDifference(text.slice(Math.max(0, start - LONGEST_NUMBER), start), text.slice(end, end + 3)),
        )
        .map(({ start, end, meaning }) => ({ start, end, operator: meaning }))
    : [];

const TIMES_EN: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['half of', 0.5],
  ['twice', 2],
  ['double', 2],
  ['two times', 2],
  ['three times', 3],
  ['triple', 3],
  ['four times', 4],
  ['five times', 5],
  ['ten times', 10],
]);

const IN_WORDS = [...TIMES_EN.keys()].sort((a, b) => b.length - a.length).join('|');
const TIMES = new RegExp(
  String.raw`(?<![a-z\d.])(?:${IN_WORDS}|(?<many>\d+(?:\.\d+)?) times)(?![a-z])|` +
    String.raw`的?(?:(?<fold>\d+(?:\.\d+)?|[一两二三四五六七八九十])倍|(?<half>一半))`,
  'gu',
);

/** A factor: twice the average, 平均值的两倍. */
export function timesIn(text: string): { start: number; end: number; operator: Extract<Operator, { op: 'times' }> }[] {
  return [...text.matchAll(TIMES)].flatMap(({ index, 0: found, groups = {} }) => {
    const { many, fold, half } = groups;
    const number = many ?? fold;
    const value = half
      ? 0.5
      : number === undefined
        ? TIMES_EN.get(found)
        : (parseChineseNumeral(number) ?? Number(number));
    const isKnown = value !== undefined && value > 0;
    return isKnown ? [{ start: index, end: index + found.length, operator: { op: 'times' as const, value } }] : [];
  });
}

/** Comparisons with the average of the same rows. */
const AVERAGE_WORDS: readonly { compare: '>' | '<' | '>=' | '<='; zh: string; en: string }[] = [
  {
    compare: '>',
    zh: '超过了平均|超过了平均值|超过了平均水平|超出平均|超出了平均|高出平均|高于平均|高于平均值|高于平均水平|超过平均|超过平均值|超过平均水平|大于平均|大于平均值|多于平均|在平均水平以上|在平均以上|平均以上|高于均值|超过均值',
    en: 'above average|above the average|above-average|higher than average|higher than the average|more than average|more than the average|greater than average|greater than the average|over the average|over average|better than average|exceeding the average|larger than the average|larger than average',
  },
  {
    compare: '<',
    zh: '低于平均|低于平均值|低于平均水平|少于平均|小于平均|小于平均值|不到平均|不到平均水平|在平均水平以下|平均以下|低于均值',
    en: 'below average|below the average|below-average|lower than average|lower than the average|less than average|less than the average|under the average|under average|fewer than average|smaller than the average|smaller than average',
  },
];

export function averagePhrases(): [string, Operator][] {
  return AVERAGE_WORDS.flatMap(({ compare, zh, en }) =>
    [...zh.split('|'), ...en.split('|')].map((phrase): [string, Operator] => [
      phrase,
      { op: 'average_reference', compare, ...(phrase.includes(' than ') && { than: true as const }) },
    ]),
  );
}
