import {
  findComparators,
  findFunctionWords,
  findNegations,
  findNumbers,
  findTimeExpressions,
  plainText,
} from '@querent/language';
import { type AggregateKind, findAggregates } from '@querent/lexicon';
import { isOver } from '@querent/model';

/** What a question says beside the query it was read into. */
export interface Said {
  /** Numbers that are no part of a date, in metres where they are distances; "one" is often an article. */
  numbers: number[];
  /** How numbers are compared; between is at least and at most. */
  comparisons: string[];
  /** How often something is denied or left out. */
  denials: number;
  /** Means and extremes that are named as such; sums and counts go without saying. */
  aggregates: string[];
  /** "Beijing and Shanghai" and "Beijing or Shanghai" are read alike, and may be meant otherwise. */
  either: boolean;
}

/**
 * The words that a reading must never lose, read once more by the language alone: two questions that were planned alike
 * are one only where these are alike too. A second pair of eyes on the planner: what it has overlooked or flattened
 * makes a miss, never a wrong hit.
 */
export function saidIn(question: string, today: string): Said {
  const { text } = plainText(question);
  const times = findTimeExpressions(text, { today });
  const outside = ({ start, end }: { start: number; end: number }): boolean =>
    !times.some((time) => start < time.end && time.start < end);
  const compared = findComparators(text).filter(
    (one) => outside(one) && (one.number === undefined ? one.numbers !== undefined : outside(one.number)),
  );
  const ors = findFunctionWords(text).filter(({ role }) => role === 'disjunction');
  return {
    numbers: findNumbers(text)
      .filter(outside)
      .map(({ value, unit }) => (unit === 'km' ? value * 1000 : value))
      .filter((value) => value !== 1)
      .sort((a, b) => a - b),
    comparisons: compared.flatMap(({ operator }) => (operator === 'between' ? ['>=', '<='] : [operator])).sort(),
    denials: findNegations(text).filter(({ scope }) => scope === 'after').length,
    aggregates: [
      ...new Set(
        findAggregates(text)
          .map(({ kind }) => kind)
          .filter(isMeanOrExtreme),
      ),
    ].sort(),
    either: ors.some((or) => !compared.some((one) => one.start <= or.start && or.end <= one.end)),
  };
}

const isMeanOrExtreme = (kind: AggregateKind): boolean =>
  kind !== 'distinct' && kind !== 'ratio' && kind !== 'share' && isOver(kind);
