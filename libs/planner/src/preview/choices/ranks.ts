import type { SemanticQuery } from '@querent/contracts';
import { describeParts } from '@querent/explain';
import type { Candidate, Edit, TextSpan } from '../preview';
import { type ChoiceContext, distinct, inPlaceOf } from './choice-context';
import { keyOf, sameBut } from './same-but';

/** Pairs of opposite words; the first pair that occurs is exchanged. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['highest', 'lowest'],
  ['largest', 'smallest'],
  ['biggest', 'smallest'],
  ['most expensive', 'cheapest'],
  ['greatest', 'smallest'],
  ['newest', 'oldest'],
  ['latest', 'earliest'],
  ['longest', 'shortest'],
  ['best', 'worst'],
  ['most', 'fewest'],
  ['most', 'least'],
  ['more', 'less'],
  ['first', 'last'],
  ['top', 'bottom'],
  ['descending', 'ascending'],
  ['从高到低', '从低到高'],
  ['从大到小', '从小到大'],
  ['从多到少', '从少到多'],
  ['从早到晚', '从晚到早'],
  ['降序', '升序'],
  ['倒序', '正序'],
  ['最高', '最低'],
  ['最多', '最少'],
  ['最大', '最小'],
  ['最贵', '最便宜'],
  ['最好', '最差'],
  ['最长', '最短'],
  ['最早', '最晚'],
  ['最新', '最早'],
  ['最近', '最远'],
  ['前', '后'],
];

/** The opposite direction of an order, wherever its words are within the part or beside it. */
export function otherDirection(own: TextSpan, context: ChoiceContext): Candidate[] {
  const { text, query } = context;
  const words = text.slice(own.start, own.end);
  // "the least borrowed titles", "the fewest orders"
  const isOfParticiple = /^\s+\w+ed\b/i.test(text.slice(own.end));
  const pairs = isOfParticiple ? OPPOSITES.filter(([, other]) => other !== 'fewest') : OPPOSITES;
  const changed = pairs
    .flatMap(([one, other]) => [swapped(words, one, other), swapped(words, other, one)])
    .filter((one) => one !== null);
  if (changed.length === 0) return [];
  return [
    {
      label: (read) => rankLabel(read, context),
      ways: inPlaceOf(own, changed.slice(0, 3)),
      means: (read) =>
        read.order[0] !== undefined &&
        read.order[0].direction !== query.order[0]?.direction &&
        keyOf(read.order[0].by) === keyOf(query.order[0]?.by) &&
        sameBut(query, read, 'order'),
    },
  ];
}

function swapped(words: string, from: string, to: string): string | null {
  const pattern = /\p{Script=Han}/u.test(from) ? new RegExp(from, 'u') : new RegExp(`\\b${from}\\b`, 'i');
  return pattern.test(words) ? words.replace(pattern, to) : null;
}

const COUNTS = [5, 10, 3, 20];
const NUMBERS =
  /\d+|(?<=[前后第]|的)[一二两三四五六七八九十]+|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty)\b/iu;

/** Other numbers of rows, and all rows. */
export function otherLimits(own: TextSpan, context: ChoiceContext): Candidate[] {
  const { text, query } = context;
  const words = text.slice(own.start, own.end);
  const isMeant = (n: number | null) => (read: SemanticQuery) =>
    read.limit === n &&
    keyOf(read.order.map(({ by, direction }) => ({ by, direction }))) ===
      keyOf(query.order.map(({ by, direction }) => ({ by, direction }))) &&
    sameBut(query, read, 'limit', 'order');
  const numbered = COUNTS.filter((n) => n !== query.limit && NUMBERS.test(words) && query.limit !== 1).map(
    (n): Candidate => ({
      label: (read) => rankLabel(read, context),
      ways: inPlaceOf(own, [words.replace(NUMBERS, String(n))]),
      means: isMeant(n),
    }),
  );
  const all: Candidate = {
    label: context.wording.locale === 'zh' ? '全部' : 'all',
    ways: withoutLimit(own, context),
    means: isMeant(null),
  };
  const [first, ...others] = numbered;
  return distinct([...(first ? [first] : []), ...otherDirection(own, context), ...others, all]);
}

/** 最高的10个 → 从高到低的; "top 5 products by revenue" → "products by revenue, highest first". */
function withoutLimit(own: TextSpan, { text, language, query }: ChoiceContext): readonly (readonly Edit[])[] {
  const words = text.slice(own.start, own.end);
  const isUp = query.order[0]?.direction === 'asc';
  if (language === 'zh') {
    const lead = /^最[高大多好贵长]/u.test(words) || /^最[低小少差短]/u.test(words);
    const sorted = isUp ? '从低到高' : '从高到低';
    return inPlaceOf(own, lead ? [`${sorted}的`] : ['']);
  }
  const end = text.length;
  if (own.end >= end) return [];
  const rest = text.slice(own.end, end).trimStart();
  return [[{ start: own.start, end, words: `${rest}, ${isUp ? 'lowest' : 'highest'} first` }]];
}

/** The order and limit of a query in words. */
function rankLabel(query: SemanticQuery, { wording }: ChoiceContext): string | undefined {
  const { locale } = wording;
  const { limit, order } = describeParts(query, { model: wording.facts.model, locale });
  const words = [limit, ...order].filter((one) => one !== '').join(locale === 'zh' ? '，' : ', ');
  return words === '' ? undefined : words;
}
