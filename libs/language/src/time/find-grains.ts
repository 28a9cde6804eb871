import { matchPhrases, phraseTable } from '../phrases/phrase-table';
import type { PhraseEntry, Span } from '../phrases/phrase-table';
import { maskQuoted } from '../tokens/quoted';
import type { Grain } from './time-match';

export interface GrainMatch extends Span {
  grain: Grain;
}

/** Words that divide time into equal periods (按月, monthly, per quarter) instead of naming one. */
export function findGrains(text: string): GrainMatch[] {
  return matchPhrases(maskQuoted(text), GRAINS).map(({ start, end, text: found, value }) => ({
    start,
    end,
    text: found,
    grain: value,
  }));
}

/**
 * "Which month", 哪一年: a question for one period, not for every period. Whether a column answers it is the planner's
 * decision.
 */
export function findGrainQuestions(text: string): GrainMatch[] {
  return matchPhrases(maskQuoted(text), GRAIN_QUESTIONS).map(({ start, end, text: found, value }) => ({
    start,
    end,
    text: found,
    grain: value,
  }));
}

const UNITS: Readonly<Record<Grain, { zh: readonly string[]; en: string; adverbs: readonly string[] }>> = {
  day: { zh: ['天', '日'], en: 'day', adverbs: ['daily', 'day by day', 'day-by-day', 'per-day'] },
  week: { zh: ['周', '星期', '礼拜'], en: 'week', adverbs: ['weekly', 'week by week', 'week-by-week'] },
  month: { zh: ['月', '月份', '月度'], en: 'month', adverbs: ['monthly', 'month by month', 'month-by-month'] },
  quarter: { zh: ['季度', '季'], en: 'quarter', adverbs: ['quarterly', 'quarter by quarter'] },
  year: {
    zh: ['年', '年份', '年度'],
    en: 'year',
    adverbs: ['yearly', 'annually', 'annual', 'year by year', 'year-by-year'],
  },
};

const GRAINS = phraseTable<Grain>([
  ...(Object.keys(UNITS) as Grain[]).flatMap(grainEntries),
  { phrases: ['月度', '按月份'], value: 'month' },
  { phrases: ['季度性', '分季度'], value: 'quarter' },
  { phrases: ['历年'], value: 'year', notBefore: /^的?\d{1,2}月/ },
  { phrases: ['over the years', 'over the year by year'], value: 'year' },
  { phrases: ['over the months'], value: 'month' },
]);

const GRAIN_QUESTIONS = phraseTable<Grain>(
  (Object.keys(UNITS) as Grain[]).flatMap((grain) => [
    {
      phrases: UNITS[grain].zh.flatMap((unit) =>
        ['哪', '哪一', '哪个', '哪一个', '哪几', '哪几个', '哪些', '什么'].map((word) => word + unit),
      ),
      value: grain,
      notBefore: notBefore(grain),
    },
    {
      phrases: ['which ', 'what '].flatMap((word) => [word + UNITS[grain].en, `${word}${UNITS[grain].en}s`]),
      value: grain,
    },
  ]),
);

function grainEntries(grain: Grain): PhraseEntry<Grain>[] {
  const { zh, en, adverbs } = UNITS[grain];
  const each = [
    'every ',
    'each ',
    'per ',
    'by ',
    'for each ',
    'for every ',
    'in each ',
    'in every ',
    'by each ',
    'group by ',
    'grouped by ',
    'broken down by ',
    'split by ',
  ];
  return [
    // 每周一 is a weekday, 每日优鲜 a name, and 每年3月 recurs every year.
    {
      phrases: zh.flatMap((unit) =>
        ['每', '每个', '每一', '每一个', '逐', '按', '按照', '各', '各个', '分', '以'].map((word) => word + unit),
      ),
      value: grain,
      notAfter: /[部成十充积评得学百千万]$/,
      notBefore: notBefore(grain),
    },
    { phrases: zh.map((unit) => `按每${unit}`), value: grain },
    { phrases: each.map((word) => word + en), value: grain },
    { phrases: ['by ', 'across ', 'over '].map((word) => `${word}${en}s`), value: grain },
    { phrases: adverbs, value: grain },
  ];
}

function notBefore(grain: Grain): RegExp {
  if (grain === 'week')
    return /^(?:[一二三四五六日天末](?!共)|边|围|期|岁|年|几(?![个次单份件人位名家条张笔台场回趟节堂]))/;
  if (grain === 'year') return /^的?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月|^[龄级限薪纪终会]/;
  return grain === 'month' ? /^[薪饼亮球租供均台卡票]/ : /^[气优节期志程报常均]/;
}
