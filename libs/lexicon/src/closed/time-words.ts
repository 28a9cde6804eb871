import type { Grain } from '@querent/contracts';
import type { Operator } from '../unit';

const GRAINS: Readonly<Record<Grain, string>> = {
  day: '天|日|日期|day|days|date', week: '周|星期|week|weeks', month: '月|月份|个月|month|months', quarter: '季度|季|个季度|quarter|quarters', year: '年|年份|年度|year|years',
};

/** Parts of time by their names. */
export function grainPhrases(): [string, Grain][] {
  return (Object.entries(GRAINS) as [Grain, string][]).flatMap(([grain, words]) => words.split('|').map((word): [string, Grain] => [word, grain]));
}

/** First and last without a number: the extremes of time. */
export function firstPhrases(): [string, Operator][] {
  const of = (direction: 'asc' | 'desc', words: string): [string, Operator][] =>
    words.split('|').map((word) => [word, { op: 'extreme', direction, scale: 'time', limit: null, rank: null, top: false }]);
  return [...of('asc', 'first|the first|very first|第一个|第一家|第一位|第一笔|最初'), ...of('desc', 'last|the last|latest|the latest|most recent|最近|最近一个|最后一个|最后一笔')];
}
