import { leftmostLongest, withoutOverlaps } from '../phrases/spans';
import { maskQuoted } from '../tokens/quoted';
import { findComparisonPhrases } from './comparison-phrases';
import type { CivilDate } from './civil-date';
import type { ComparisonMatch } from './comparison-phrases';
import { findTimeExpressions } from './find-time-expressions';
import { matchesOf } from '../phrases/matches-of';

const BETWEEN =
  /比(?:一下|一比|比看?|一比较)|对比(?!度)|相比(?:较|于)?|比较|(?:与|和|跟).{0,12}(?:之比)|比起来|(?<![a-z])(?:compared (?:to|with)|comparing|compare|comparison (?:of|between)|versus|vs\.?|difference between)(?![a-z])/giu;

/**
 * Words that compare two periods: 同比 and "vs last year" (`yoy`), 环比 and "than last month" (`previous_period`), and 对比,
 * compare, vs next to two named times (`between`; `findTimeExpressions` finds the times, and the span covers only the
 * comparing word). `today` is the asker's day, YYYY-MM-DD.
 */
export function findComparisons(asked: string, { today }: { today: CivilDate }): ComparisonMatch[] {
  const text = maskQuoted(asked);
  const phrases = leftmostLongest(findComparisonPhrases(text));
  const times = findTimeExpressions(text, { today });
  if (times.length < 2) return phrases;
  const betweens = times.slice(1).flatMap((time): ComparisonMatch[] => {
    const found = /(?:比|较|相比于?|相较于?)$/.exec(text.slice(0, time.start));
    return found ? [{ kind: 'between', start: found.index, end: time.start, text: found[0] }] : [];
  });
  const words = matchesOf(BETWEEN, text).map(({ index, 0: found }): ComparisonMatch => ({
    kind: 'between',
    start: index,
    end: index + found.length,
    text: found,
  }));
  return [...phrases, ...withoutOverlaps(leftmostLongest([...betweens, ...words]), phrases)].sort(
    (a, b) => a.start - b.start,
  );
}
