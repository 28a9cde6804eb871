import type { Grain } from '@querent/contracts';
import type { Operator } from '../unit';

/** Words of comparison, and the period before one that was named: "versus the month before". */
export function earlierPhrases(): [string, Operator][] {
  const words: readonly [Grain, string][] = [
    ['day', 'day'],
    ['week', 'week'],
    ['month', 'month'],
    ['quarter', 'quarter'],
    ['year', 'year'],
  ];
  const comparing = ['compare', 'comparison of', '对比', '比较', '相比', '对比一下', '比较一下'].map(
    (word): [string, Operator] => [word, { op: 'compare_periods', kind: 'between', grain: null }],
  );
  return [
    ...comparing,
    ...words.flatMap(([grain, word]) =>
      ['', 'with ', 'versus ', 'vs ', 'against ', 'than ', 'to ', 'and '].flatMap((lead) =>
        [
          `${lead}the ${word} before`,
          `${lead}the previous ${word}`,
          `${lead}the ${word} before that`,
          `${lead}the preceding ${word}`,
        ].map((phrase): [string, Operator] => [phrase, { op: 'compare_periods', kind: 'previous_period', grain }]),
      ),
    ),
  ];
}
