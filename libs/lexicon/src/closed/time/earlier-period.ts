import type { Grain } from '@querent/contracts';
import { PhraseIndex } from '../../phrase-index';
import type { Operator, Unit } from '../../unit';

const GRAINS: readonly { grain: Grain; en: string; zh: readonly string[] }[] = [
  { grain: 'day', en: 'day', zh: ['天', '日'] },
  { grain: 'week', en: 'week', zh: ['周', '个星期', '星期'] },
  { grain: 'month', en: 'month', zh: ['个月', '月'] },
  { grain: 'quarter', en: 'quarter', zh: ['个季度', '季度', '季'] },
  { grain: 'year', en: 'year', zh: ['年', '年度'] },
];

/** Words of comparison, and the period before a named one: "versus the month before". */
export function earlierPhrases(): [string, Operator][] {
  const comparing = ['compare', 'comparison of', '对比', '比较', '相比', '对比一下', '比较一下'].map(
    (word): [string, Operator] => [word, { op: 'compare_periods', kind: 'between', grain: null }],
  );
  return [
    ...comparing,
    ...GRAINS.flatMap(({ grain, en }) =>
      [
        '',
        'with ',
        'versus ',
        'vs ',
        'against ',
        'than ',
        'to ',
        'and ',
        'compared with ',
        'compared to ',
        'compare with ',
        'compare to ',
        'compare against ',
        'relative to ',
        'over ',
        'on ',
      ].flatMap((lead) =>
        [`the ${en} before`, `the previous ${en}`, `the ${en} before that`, `the preceding ${en}`].map(
          (phrase): [string, Operator] => [lead + phrase, { op: 'compare_periods', kind: 'previous_period', grain }],
        ),
      ),
    ),
  ];
}

const index = new PhraseIndex<Operator>();
for (const { grain, en, zh } of GRAINS) {
  const add = (by: number, phrases: readonly string[]): void => {
    for (const phrase of phrases) index.add(phrase, { op: 'shift', grain, by });
  };
  const leads = (words: string): string[] => words.split('|').flatMap((word) => zh.map((one) => word + one));
  add(-1, leads('再上一|再上|再前一|前一|再往前一|往前一|更早一|之前一'));
  add(1, leads('再下一|再后一|后一|往后一|之后一'));
  const before = [`the ${en} before`, `the ${en} before that`, `the previous ${en}`, `the preceding ${en}`];
  add(-1, [
    ...before,
    `the prior ${en}`,
    `the ${en} prior`,
    `a ${en} earlier`,
    `one ${en} earlier`,
    `the ${en} earlier`,
  ]);
  add(1, [`the ${en} after`, `the ${en} after that`, `the following ${en}`, `a ${en} later`, `the ${en} following`]);
  const both = [`the two ${en}s`, `these two ${en}s`, `both ${en}s`, `those two ${en}s`, `the two ${en}s side by side`];
  for (const phrase of [...both, ...leads('这两|两|那两')]) index.add(phrase, { op: 'both_periods', grain });
}

/** Periods relative to the last question's; only in turns: the month before that, 这两个月. */
export const shiftedPeriods = (text: string): Unit[] =>
  index.find(text).map(({ start, end, meaning: operator }) => ({
    start,
    end,
    text: text.slice(start, end),
    meaning: { type: 'operator', operator },
    form: 'word',
    cost: 0,
  }));
