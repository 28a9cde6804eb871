import { matchPhrases, phraseTable, type PhraseEntry } from '../phrases/phrase-table';
import { maskQuoted } from '../tokens/quoted';
import type { TokenSpan } from './literal-tokens';

/** Right before a number, in digits or in words. */
const NUMBER_NEXT =
  /^\s?(?:了|为|有)?\s?(?:[-+$¥€£]?\d|[零一二两三四五六七八九十百千万半]|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a hundred|hundred|thousand)\b)/;

const HOW_MANY = ['有多少', '一共有多少', '总共有多少', '共有多少'];

/** "The average over 5 games": "over" is not a comparison here. */
const FIGURE_BEFORE = /\b(?:average|avg|mean|median|sum|total|cumulative|rolling|change|growth|trend)\b[^,]*$/;

/**
 * Words with exactly one meaning. Words that also express what is compared (older than, 高于) or how it is ranked (most
 * common, tallest) stay distinct: merging them would equate different questions. `after:` marks words that follow their
 * number.
 */
const SAME: readonly PhraseEntry<string>[] = [
  {
    value: 'compare:>',
    phrases: [
      '>',
      '超过',
      '大于',
      '多于',
      '超出',
      'more than',
      'greater than',
      'exceeding',
      'exceed',
      'exceeds',
      'in excess of',
    ],
    onlyBefore: NUMBER_NEXT,
  },
  { value: 'compare:>', phrases: ['above', 'over'], onlyBefore: NUMBER_NEXT, notAfter: FIGURE_BEFORE },
  {
    value: 'compare:<',
    phrases: ['<', '小于', '少于', '不到', '不足', 'less than', 'fewer than', 'below', 'under'],
    onlyBefore: NUMBER_NEXT,
  },
  {
    value: 'compare:>=',
    phrases: [
      '>=',
      '≥',
      '大于等于',
      '大于或等于',
      '不少于',
      '不小于',
      '至少',
      'at least',
      'no less than',
      'not less than',
      'no fewer than',
      'not fewer than',
      'greater than or equal to',
      'more than or equal to',
    ],
    onlyBefore: NUMBER_NEXT,
  },
  {
    value: 'after:compare:>=',
    phrases: ['及以上', '或以上', 'or more', 'or above', 'and above'],
    onlyAfter: /[\d%\p{Script=Han}a-z]\s?$/u,
  },
  {
    value: 'compare:<=',
    phrases: [
      '<=',
      '≤',
      '小于等于',
      '小于或等于',
      '不超过',
      '不大于',
      '不多于',
      '至多',
      'at most',
      'no more than',
      'not more than',
      'less than or equal to',
      'fewer than or equal to',
    ],
    onlyBefore: NUMBER_NEXT,
  },
  {
    value: 'after:compare:<=',
    phrases: ['及以下', '或以下', 'or less', 'or fewer', 'or below', 'and below'],
    onlyAfter: /[\d%\p{Script=Han}a-z]\s?$/u,
  },
  { value: 'compare:=', phrases: ['=', '==', '等于', 'equal to', 'is equal to', 'equals'], onlyBefore: NUMBER_NEXT },
  { value: 'compare:exactly', phrases: ['恰好', '正好', '刚好', 'exactly'], onlyBefore: NUMBER_NEXT },
  {
    value: 'compare:!=',
    phrases: ['!=', '<>', '≠', '不等于', 'not equal to', 'is not equal to', 'does not equal'],
    onlyBefore: NUMBER_NEXT,
  },
  { value: 'extreme:dearest', phrases: ['最贵', '价格最高', 'most expensive', 'priciest', 'costliest'] },
  { value: 'extreme:cheapest', phrases: ['最便宜', '价格最低', 'cheapest', 'least expensive'] },
  { value: 'extreme:largest', phrases: ['largest', 'biggest'] },
  { value: 'extreme:youngest', phrases: ['最年轻', '年龄最小', '年纪最小', 'youngest'] },
  { value: 'extreme:eldest', phrases: ['最年长', '年龄最大', '年纪最大', 'eldest'] },
  { value: 'word:average', phrases: ['average', 'avg'] },
  { value: 'word:average', phrases: ['mean'], onlyAfter: /(?:^|\b(?:the|with|by|and|of) )$/, onlyBefore: /^ [a-z]/ },
  { value: 'word:and', phrases: ['and', '&'] },
  { value: 'word:per', phrases: ['per', 'for each', 'for every'] },
  { value: 'han:每个', phrases: ['每个', '每一个'] },
  {
    value: 'lacking',
    phrases: ['without', 'without any', 'with no', 'who have no', 'that have no', 'which have no', 'having no'],
    notBefore: /^\.?\s?#?\d/,
  },
  { value: 'count', phrases: HOW_MANY },
  // Without a noun after it, the measure word alone identifies the counted thing: 有多少名, 有多少台.
  {
    value: 'count',
    onlyBefore: /^\p{Script=Han}/u,
    phrases: ['个', '名', '位', '家', '所', '条', '件', '台', '辆'].flatMap((unit) =>
      HOW_MANY.map((words) => words + unit),
    ),
  },
  ...[
    'extreme:highest 最高',
    'extreme:lowest 最低',
    'extreme:most 最多',
    'extreme:fewest 最少',
    'extreme:newest 最新',
    'extreme:earliest 最早',
    'extreme:latest 最晚',
    'extreme:best 最好',
    'extreme:worst 最差',
    'extreme:greatest 最大',
    'extreme:smallest 最小',
    'extreme:longest 最长',
    'extreme:shortest 最短',
  ].map((row): PhraseEntry<string> => {
    const [value = '', phrase = ''] = row.split(' ');
    return { value: `${value} zh`, phrases: [phrase] };
  }),
];

const TABLE = phraseTable(SAME);

/** Tokens for words whose meaning other words express exactly. */
export function sameWords(text: string): TokenSpan[] {
  return matchPhrases(maskQuoted(text), TABLE).map(({ start, end, value }) => ({ start, end, token: value }));
}
