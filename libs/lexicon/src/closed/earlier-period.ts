import type { Grain } from '@querent/contracts';
import type { Operator } from '../unit';

/** The period before one that was named: "versus the month before". */
export function earlierPhrases(): [string, Operator][] {
  const words: readonly [Grain, string][] = [['day', 'day'], ['week', 'week'], ['month', 'month'], ['quarter', 'quarter'], ['year', 'year']];
  return words.flatMap(([grain, word]) =>
    ['', 'with ', 'versus ', 'vs ', 'against ', 'than ', 'to ', 'and '].flatMap((lead) => [`${lead}the ${word} before`, `${lead}the previous ${word}`, `${lead}the ${word} before that`, `${lead}the preceding ${word}`].map((phrase): [string, Operator] =>
      [phrase, { op: 'compare_periods', kind: 'previous_period', grain }])),
  );
}
