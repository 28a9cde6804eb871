import fc from 'fast-check';
import * as language from './index';
import { TIME_CASES } from './time/time-cases.fixture';

const TODAY = '2026-11-21';

/** Every finder, as one shape. */
const FINDERS: Record<string, (text: string) => readonly language.Span[]> = {
  times: (text) => language.findTimeExpressions(text, { today: TODAY }),
  grains: language.findGrains,
  comparisons: (text) => language.findComparisons(text, { today: TODAY }),
  numbers: language.findNumbers,
  distances: language.findDistances,
  comparators: language.findComparators,
  negations: language.findNegations,
  superlatives: language.findSuperlatives,
  quoted: language.findQuoted,
  functionWords: language.findFunctionWords,
  tokens: language.tokenize,
};

/** Words of the tables in any order, with noise between them. */
const PIECES = [
  '去年',
  '最近',
  '30',
  '天',
  '三',
  '个',
  '月',
  '年',
  '2024',
  '-',
  '03',
  '05',
  '到',
  '之间',
  '从',
  '以来',
  '之前',
  'since ',
  'before ',
  'between ',
  ' and ',
  'last ',
  'week',
  ' march',
  ' 5',
  'th',
  ' to ',
  'q3',
  '第',
  '季度',
  '前',
  '10',
  '名',
  '最多',
  '最高',
  '的',
  '超过',
  '以上',
  '万',
  '%',
  '公里',
  '内',
  '除',
  '以外',
  '不',
  '没有',
  'not ',
  'more than ',
  'top ',
  '"',
  "'",
  ' ',
  '一',
  '半',
  '周',
  '一',
  '日',
  'monday',
  '同比',
  'vs ',
  '每',
  '按',
  '总',
  '数',
  'İ',
  '𠮷',
  'ago',
  'first ',
  'half',
  '年代',
  '90',
  's',
  ':',
  '/',
  '.',
  ',',
];

const anyQuestion = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

it.each(Object.entries(FINDERS))('spans of %s are inside the text, in order, without overlap', (_name, find) => {
  fc.assert(
    fc.property(anyQuestion, (text) => {
      let covered = 0;
      for (const span of find(text)) {
        expect(text.slice(span.start, span.end)).toBe(span.text);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.start).toBeGreaterThanOrEqual(covered);
        covered = span.end;
      }
    }),
    { numRuns: 600 },
  );
});

it('every range of time ends after its start', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => language.addDays('1990-01-01', days));
  fc.assert(
    fc.property(anyQuestion, day, (text, today) => {
      for (const { range, kind } of language.findTimeExpressions(text, { today })) {
        if (range.from !== null && range.to !== null) expect(range.from < range.to).toBe(true);
        expect(kind === 'recurring').toBe(range.from === null && range.to === null);
      }
    }),
    { numRuns: 2000 },
  );
});

const QUESTIONS = TIME_CASES.flatMap(({ cases }) => cases.map(([text]) => text));

const POLITE = {
  zh: { leads: ['请问', '帮我看看', '你好,', '麻烦查询一下'], tails: ['?', '吗?', ',谢谢'] },
  en: { leads: ['please show me ', 'can you tell me ', 'hi, '], tails: ['?', ', please', ' thanks'] },
};

it('courtesies around a question do not change its times', () => {
  const meaning = (text: string): unknown =>
    language.findTimeExpressions(text, { today: TODAY }).map(({ key, range, text: found }) => ({ key, range, found }));
  for (const text of QUESTIONS) {
    const { leads, tails } = /\p{Script=Han}/u.test(text) ? POLITE.zh : POLITE.en;
    const plain = meaning(text);
    for (const lead of leads)
      for (const tail of tails) expect([lead, tail, meaning(lead + text + tail)]).toEqual([lead, tail, plain]);
  }
});

it('the same question means the same before and after normalising', () => {
  for (const text of QUESTIONS) {
    const keys = (one: string): string[] => language.findTimeExpressions(one, { today: TODAY }).map(({ key }) => key);
    expect(keys(language.normalizeText(text))).toEqual(keys(text));
  }
});

it.each([
  ['统计VIP customers的订单', 'zh'],
  ['how many orders', 'en'],
  ['杭州 hotels near the lake with the best rating', 'en'],
  ['123', 'en'],
])('%s is %s', (text, locale) => {
  expect(language.detectLocale(text)).toBe(locale);
});
