import { parseChineseNumeral } from '../numbers/chinese-numeral';
import { findNumbers } from '../numbers/find-numbers';
import type { NumberMatch } from '../numbers/find-numbers';
import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { PhraseEntry, Span } from '../phrases/phrase-table';
import { isNear, leftmostLongest, withoutOverlaps } from '../phrases/spans';
import { maskQuoted } from '../tokens/quoted';
import { findComparators } from './find-comparators';
import { ORDER_ENDS, ORDER_WORDS, SUPERLATIVE_WORDS } from './superlative-words';
import type { SuperlativeScale } from './superlative-words';

export interface SuperlativeMatch extends Span {
  /**
   * 'desc': the greatest value of the scale first (most, newest, most expensive, oldest in age); 'asc': the smallest
   * first. For a date of birth, reverse it on the scale 'age': the oldest person has the earliest date.
   */
  direction: 'asc' | 'desc';
  /** `extreme` (highest), `top` (top 5, 前10名) or `order` (descending: a sorted list, not cut). */
  form: 'extreme' | 'top' | 'order';
  /** Number of rows asked for. */
  limit?: number;
  /** Only the row at this rank: second highest is rank 2. Excludes `limit`. */
  rank?: number;
  adjective?: string;
  scale?: SuperlativeScale;
  /** The words ask for a sort without a direction. */
  implied?: true;
}

type Meaning = Omit<SuperlativeMatch, keyof Span>;

/**
 * Words of order: extremes, tops and sort directions, each with its count: "top 5", 最高的10个, "3 cheapest", 前十名.
 * 最多 before a number (最多3家, 最多有3家) is a comparator, not a superlative; with 的 between (最多的3家) it is one.
 */
export function findSuperlatives(asked: string): SuperlativeMatch[] {
  const text = maskQuoted(asked);
  const numbers = findNumbers(text);
  const extremes = [EXTREMES, NEAREST]
    .flatMap((table) => matchPhrases(text, table))
    .map(({ value, ...span }) => withCount(text, { ...span, ...value }, numbers));
  const orders = directed(matchPhrases(text, ORDERS).map(({ value, ...span }) => ({ ...span, ...value })));
  const all = leftmostLongest([...orders, ...findRanks(text), ...findTops(text, numbers), ...extremes]);
  return mergeTops(
    text,
    withoutOverlaps(
      all,
      findComparators(text).filter(({ number }) => number !== undefined),
    ),
  );
}

/** "Sorted by age, descending": an explicit direction applies to every word that only asks for a sort. */
function directed(orders: SuperlativeMatch[]): SuperlativeMatch[] {
  const explicit = orders.find(({ implied }) => !implied);
  return orders.map((order) => (order.implied && explicit ? { ...order, direction: explicit.direction } : order));
}

/** "first name" and "last order" are no order without a count; "last 30 days" is a time. */
const NEEDS_COUNT = /^(?:first|last)$/i;
const NOT_SUPERLATIVE: Readonly<Record<string, RegExp>> = {
  最高: /^(?:学历|法院|峰|级别|值)/,
  最低: /^(?:工资|生活|值)/,
  最大: /^值/,
  最小: /^(?:值|化)/,
  最好: /^(?:是|能|先)/,
  most: /^ (?:of|likely)(?![a-z])/,
  least: /^ (?:one|likely)/,
};

/** "The most expensive" is not "the most". */
const LONGER_MOST = new RegExp(
  `^ (?:${SUPERLATIVE_WORDS.flatMap(({ phrases }) => phrases.flatMap((phrase) => (phrase.startsWith('most ') ? [phrase.slice(5)] : []))).join('|')})(?![a-z])`,
);

const EXTREMES = phraseTable<Meaning>(
  SUPERLATIVE_WORDS.flatMap(({ phrases, direction, adjective, scale }) =>
    phrases
      .filter((phrase) => !NEEDS_COUNT.test(phrase))
      .map((phrase) => ({
        phrases: [phrase],
        value: { direction, adjective, scale, form: 'extreme' as const },
        notAfter: /\bat (?:the )?(?:very )?$/,
        ...(phrase === 'the most'
          ? { notBefore: LONGER_MOST }
          : NOT_SUPERLATIVE[phrase]
            ? { notBefore: NOT_SUPERLATIVE[phrase] }
            : {}),
      })),
  ),
);

/** 最近 means "nearest" beside 离 and 距. Elsewhere it is a vague time, which this table does not cover. */
const NEAREST = phraseTable<Meaning>([
  {
    phrases: ['最近'],
    value: { direction: 'asc', adjective: 'near', scale: 'distance', form: 'extreme' },
    onlyAfter: /[离距].{1,20}$/,
  },
]);

/** Scales of amounts by which rows are sorted. */
const MEASURED: ReadonlySet<SuperlativeScale> = new Set(['price', 'size', 'length', 'speed', 'weight']);
const COME_FIRST = [
  '排前面',
  '排在前面',
  '排在最前面',
  '排最前面',
  '排在最前',
  '在前',
  '在前面',
  '在最前面',
  '排前',
  '放前面',
  '放在前面',
].flatMap((end) => [`的${end}`, end]);

/** "Sorted by" alone is ascending, as in SQL, unless the planner knows better (`implied`). */
const ORDERS = phraseTable<Meaning>([
  ...ORDER_WORDS.map(({ phrases, direction }) => ({ phrases, value: { direction, form: 'order' as const } })),
  ...firstInOrder(),
  ...ORDER_ENDS.flatMap(([high, low]) => [
    { phrases: between(high, low), value: { direction: 'desc' as const, form: 'order' as const } },
    { phrases: between(low, high), value: { direction: 'asc' as const, form: 'order' as const } },
  ]),
  {
    phrases: [
      'ordered by',
      'sorted by',
      'order by',
      'sort by',
      'sorted',
      'ordered',
      'arranged by',
      'arranged',
      '排序',
      '排列',
    ],
    value: { direction: 'asc', form: 'order', implied: true },
  },
  { phrases: ['ranked by', 'rank by'], value: { direction: 'desc', form: 'order', implied: true } },
]);

/** "Most expensive first", 最贵的排前面: a sort, with the extreme first. */
function firstInOrder(): PhraseEntry<Meaning>[] {
  const known = new Set(ORDER_WORDS.flatMap(({ phrases }) => phrases));
  return SUPERLATIVE_WORDS.filter(({ scale }) => MEASURED.has(scale)).flatMap(
    ({ phrases, direction, adjective, scale }) => {
      const value: Meaning = { direction, adjective, scale, form: 'order' };
      const english = phrases
        .filter((phrase) => /^[a-z]/.test(phrase))
        .map((phrase) => `${phrase} first`)
        .filter((phrase) => !known.has(phrase));
      const chinese = phrases
        .filter((phrase) => phrase.startsWith('最'))
        .flatMap((phrase) => COME_FIRST.map((first) => `${phrase}${first}`));
      return [
        // "The most expensive first class ticket" is not a sort.
        { phrases: english, value, notBefore: /^ (?!please|then|and)[a-z]/i },
        { phrases: chinese, value },
      ].filter(({ phrases: some }) => some.length > 0);
    },
  );
}

function between(first: string, last: string): string[] {
  if (/\p{Script=Han}/u.test(first)) return [`从${first}到${last}`, `由${first}到${last}`, `${first}到${last}`];
  return [
    `from ${first} to ${last}`,
    `from the ${first} to the ${last}`,
    `${first} to ${last}`,
    `the ${first} to the ${last}`,
    `${first} to the ${last}`,
  ];
}

/** 第二高 is rank 2 of the highest. */
function findRanks(text: string): SuperlativeMatch[] {
  return Array.from(text.matchAll(RANKED)).flatMap((match): SuperlativeMatch[] => {
    const { number = '', adjective = '' } = match.groups ?? {};
    const rank = parseChineseNumeral(number) ?? Number(number);
    const words = SUPERLATIVE_WORDS.find(({ phrases }) => phrases.includes(`最${adjective}`));
    if (!words || !Number.isInteger(rank)) return [];
    const { direction, adjective: plain, scale } = words;
    return [
      {
        start: match.index,
        end: match.index + match[0].length,
        text: match[0],
        form: 'extreme',
        direction,
        adjective: plain,
        scale,
        rank,
      },
    ];
  });
}

const RANKED =
  /第(?<number>\d+|[一二三四五六七八九十]+)(?<adjective>高|低|多|少|大(?!学|道|街)|小(?!学)|新|晚|早|贵|便宜|好|差|长|短|老|年轻|远|快|慢|重|轻)/gu;

interface TopForm {
  direction: 'asc' | 'desc';
  /** Right before the number. */
  before: RegExp;
  /** Right after it. */
  after?: RegExp;
  adjective?: string;
  scale?: SuperlativeScale;
  isRank?: boolean;
  /** Measure words that change the form: 最后10名 are the bottom ten, 最后10个 the latest. */
  notUnits?: readonly string[];
  /** Only 第N, not "3rd". */
  onlyHan?: true;
}

const TOPS: readonly TopForm[] = [
  { direction: 'desc', before: /(?<![a-z])(?:the )?top[ -]?$/i },
  { direction: 'asc', before: /(?<![a-z])(?:the )?(?:bottom|lowest ranked)[ -]?$/i },
  {
    direction: 'desc',
    before: /(?:排名|排行|名列|位列)?(?:最?靠)?前\s?$/,
    after: /^(?!\s?(?:天|日|周|个?月|年|季度|个?星期|小时|分钟))/,
  },
  {
    direction: 'desc',
    before: /最后\s?$/,
    after: /^(?!\s?(?:天|日|周|个?月|年|季度|个?星期|小时|分钟))/,
    adjective: 'new',
    scale: 'time',
    notUnits: ['名', '位'],
  },
  {
    direction: 'asc',
    before: /(?:排名)?(?:倒数前?|最后|末尾|后)\s?$/,
    after: /^(?!\s?(?:天|日|周|个?月|年|季度|个?星期|小时|分钟))/,
  },
  {
    direction: 'asc',
    before: /(?<![a-z])(?:the )?first $/i,
    after: /^(?! ?(?:days?|weeks?|months?|quarters?|years?|hours?|half)\b)/,
    adjective: 'early',
    scale: 'time',
  },
  {
    direction: 'desc',
    before: /(?<![a-z])(?:the )?(?:last|latest|most recent) $/i,
    after: /^(?! ?(?:full |calendar )?(?:days?|weeks?|months?|quarters?|years?|hours?|minutes?|decades?)\b)/,
    adjective: 'new',
    scale: 'time',
  },
  { direction: 'desc', before: /(?:排名|排行|排在|排|位列|位居|名列)(?:在|为)?$/, isRank: true },
  { direction: 'asc', before: /倒数$/, isRank: true },
  { direction: 'desc', before: /$/, after: /^(?=的|是谁)/, isRank: true, onlyHan: true },
];

const TIME_UNITS = new Set(['day', 'week', 'month', 'year', 'hour', 'minute', 'second']);

function findTops(text: string, numbers: readonly NumberMatch[]): SuperlativeMatch[] {
  return numbers.flatMap((number): SuperlativeMatch[] => {
    for (const { before, after, isRank, notUnits, onlyHan, ...meaning } of TOPS) {
      const lead = before.exec(text.slice(0, number.start));
      if (onlyHan && !number.text.startsWith('第')) continue;
      if (
        !lead ||
        notUnits?.includes(number.unit ?? '') ||
        TIME_UNITS.has(number.unit ?? '') ||
        (after && !after.test(text.slice(number.end)))
      )
        continue;
      if ((number.ordinal ?? false) !== (isRank ?? false) || !isCount(number)) continue;
      const start = number.start - lead[0].length;
      const count = isRank ? { rank: number.value } : { limit: number.value };
      return [{ start, end: number.end, text: text.slice(start, number.end), form: 'top', ...meaning, ...count }];
    }
    return [];
  });
}

function isCount({ value, unit }: NumberMatch): boolean {
  return Number.isInteger(value) && value > 0 && unit !== '%';
}

const COUNT_AFTER = /^(?:的?\s?(?:前|那)?\s?|的\s?)$/;

/** Extends the span of an extreme by the count beside it: "3 cheapest", "cheapest 3", 最高的10个, 第二高, "third largest". */
function withCount(text: string, match: SuperlativeMatch, numbers: readonly NumberMatch[]): SuperlativeMatch {
  const left = /\p{Script=Han}/u.test(match.text)
    ? undefined
    : numbers.find(({ end }) => isNear(end, match.start) && /^\s?(?:the )?$/i.test(text.slice(end, match.start)));
  // In "top 3 most ordered" the number is that of the top.
  const isOfTop = left !== undefined && /(?<![a-z])(?:top|bottom)[ -]?$/i.test(text.slice(0, left.start));
  if (left && !isOfTop && isCount(left) && !TIME_UNITS.has(left.unit ?? '')) {
    const count = left.ordinal ? { rank: left.value } : { limit: left.value };
    return { ...match, ...count, start: left.start, text: text.slice(left.start, match.end) };
  }
  const right = numbers.find(({ start }) => isNear(match.end, start) && COUNT_AFTER.test(text.slice(match.end, start)));
  if (
    !right ||
    right.ordinal ||
    !isCount(right) ||
    TIME_UNITS.has(right.unit ?? '') ||
    /%|元|usd/.test(right.unit ?? '')
  )
    return match;
  return { ...match, limit: right.value, end: right.end, text: text.slice(match.start, right.end) };
}

/**
 * Merges two expressions of one ranking that touch: 最高的前10名, "top 5 highest". 最高的后3名 contradict each other and stay
 * two.
 */
function mergeTops(text: string, matches: readonly SuperlativeMatch[]): SuperlativeMatch[] {
  const merged: SuperlativeMatch[] = [];
  for (const match of matches) {
    const last = merged.at(-1);
    const touching = last !== undefined && /^(?:的|\s|the )*$/i.test(text.slice(last.end, match.start));
    const oneTop =
      last !== undefined &&
      (last.form === 'top') !== (match.form === 'top') &&
      last.form !== 'order' &&
      match.form !== 'order';
    const [extreme, top] = last?.form === 'extreme' ? [last, match] : [match, last];
    const isContradicted = extreme.direction === 'desc' && top?.direction === 'asc' && top.scale === undefined;
    if (last && top && touching && oneTop && !isContradicted) {
      const count = top.rank === undefined ? { limit: top.limit } : { rank: top.rank };
      merged[merged.length - 1] = {
        ...extreme,
        ...count,
        start: last.start,
        end: match.end,
        text: text.slice(last.start, match.end),
      };
    } else {
      merged.push(match);
    }
  }
  return merged;
}
