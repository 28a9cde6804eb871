import type { Grain } from '@querent/contracts';
import type { Operator } from '../../unit';

const GRAINS: Readonly<Record<Grain, string>> = {
  day: '天|日|日期|day|days|date',
  week: '周|星期|week|weeks',
  month: '月|月份|个月|month|months',
  quarter: '季度|季|个季度|quarter|quarters',
  year: '年|年份|年度|year|years',
};

/** Grains by name. */
export function grainPhrases(): [string, Grain][] {
  return (Object.entries(GRAINS) as [Grain, string][]).flatMap(([grain, words]) =>
    words.split('|').map((word): [string, Grain] => [word, grain]),
  );
}

/** Per period: orders a day. */
export const rhythmPhrases = (): [string, Grain][] =>
  (['day', 'week', 'month', 'quarter', 'year'] as const).map((grain) => [`a ${grain}`, grain]);

/** Averages per period. */
export function averageByPhrases(): [string, Operator][] {
  const words: readonly [Grain, string][] = [
    ['day', '日均|日平均|平均每天|平均每日|平均一天'],
    ['week', '周均|周平均|平均每周|平均一周'],
    ['month', '月均|月平均|平均每月|平均每个月|平均一个月'],
    ['quarter', '季均|平均每季度|平均每个季度'],
    ['year', '年均|年平均|平均每年|平均一年'],
  ];
  return words.flatMap(([grain, phrases]) =>
    phrases.split('|').map((phrase): [string, Operator] => [phrase, { op: 'average_by', grain }]),
  );
}

/** Sort orders by time or amount that need no other word: newest first. */
export function orderPhrases(): [string, Operator][] {
  const of = (direction: 'asc' | 'desc' | null, time: boolean, words: string): [string, Operator][] =>
    words.split('|').map((word) => [word, { op: 'order', direction, time, letters: false }]);
  return [
    ...of('desc', true, 'newest first|latest first|most recent first|最新的在前|从新到旧|由新到旧'),
    ...of('asc', true, 'oldest first|earliest first|最早的在前|从旧到新|由旧到新|从早到晚'),
    ...of(
      'desc',
      false,
      'highest first|largest first|biggest first|most first|most frequent first|most common first|从多到少|由多到少|多的排前面|多的排在前面|多的在前|多的在前面|多的排前|高的排前面|高的排在前面|高的在前|大的排前面|大的在前|大的排在前面',
    ),
    ...of(null, false, 'sort|order'),
    ...of('desc', false, 'rank'),
    ...of(
      'asc',
      false,
      'lowest first|smallest first|fewest first|least first|从少到多|由少到多|少的排前面|少的在前|少的排在前面|低的排前面|低的在前|低的排在前面|小的排前面|小的在前',
    ),
  ];
}

/** "Comes second in sales" is rank 2 by sales. */
const RANKS_IN = ['first', 'second', 'third', 'fourth', 'fifth'];
const RANKING_VERBS = ['comes', 'came', 'come', 'is', 'ranks', 'ranked', 'finishes', 'finished', 'placed', 'stands'];

/** Adverbs of success without a measure. The measure of the ranking has to be known. */
const WELL =
  '热门|受欢迎|比较受欢迎|很受欢迎|精品|畅销|比较好|表现好|表现不错|卖得好|卖得比较好|卖得很好|卖得不错|' +
  'popular|selling well|sell well|well-performing|well performing|top-performing|doing well';
const BADLY =
  '冷门|不受欢迎|滞销|比较差|表现差|卖得不好|卖得差|卖得比较差|' +
  'unpopular|selling badly|selling poorly|underperforming|poorly performing|doing badly|doing poorly';
const graded = (direction: 'asc' | 'desc', words: string): [string, Operator][] =>
  words
    .split('|')
    .map((word) => [
      word,
      { op: 'extreme', direction, scale: 'quality', limit: null, rank: null, top: false, degree: true },
    ]);

/** Measure words of things in sequence: 第一张订单. The first of a kind or a rank (第一类, 第一名) is not the first in time. */
const FIRST_OF = '个家位笔张单台辆本部间套场座艘件份条架只';
/** Those after 首, which forms other words with the rest: 首位, 首席. */
const FIRST_ALONE = '个家笔张单台辆本间套场座艘份架';

/** First and last without a number: the extremes of time. */
export function firstPhrases(): [string, Operator][] {
  const of = (direction: 'asc' | 'desc', words: string): [string, Operator][] =>
    words.split('|').map((word) => {
      const isSequence = /^(?:the )?(?:first|last)(?![a-z])|^(?:最后|第|头|首)/u.test(word);
      const time = { op: 'extreme', direction, scale: 'time', limit: null, rank: null, top: false } as const;
      return [word, { ...time, ...(isSequence && { sequence: true as const }) }];
    });
  return [
    ...graded('desc', WELL),
    ...graded('asc', BADLY),
    ...['top', 'the top'].map((word): [string, Operator] => [
      word,
      { op: 'extreme', direction: 'desc', scale: null, limit: null, rank: null, top: true },
    ]),
    ...RANKS_IN.flatMap((ordinal, at) =>
      RANKING_VERBS.flatMap((verb) =>
        ['in', 'by', 'for', 'on', 'in terms of'].map((marker): [string, Operator] => [
          `${verb} ${ordinal} ${marker}`,
          {
            op: 'extreme',
            direction: 'desc',
            scale: null,
            limit: at === 0 ? 1 : null,
            rank: at === 0 ? null : at + 1,
            top: false,
          },
        ]),
      ),
    ),
    ...of('asc', 'first|the first|very first|the very first|最初'),
    ...of('asc', [...FIRST_OF].flatMap((unit) => [`第一${unit}`, `头一${unit}`]).join('|')),
    ...of('asc', [...FIRST_ALONE].map((unit) => `首${unit}`).join('|')),
    ...of(
      'desc',
      'last|the last|very last|the very last|latest|the latest|most recent|the most recent|最近|最近一个|最后一个|最后一笔',
    ),
  ];
}
