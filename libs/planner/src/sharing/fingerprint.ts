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

/** The parts of a question that its query does not express. */
export interface Fingerprint {
  /** Numbers that are no part of a date, in metres if they are distances; "one" is often an article. */
  numbers: number[];
  /** How numbers are compared; "between" is "at least" and "at most". */
  comparisons: string[];
  /** The number of denials and exclusions. */
  denials: number;
  /** Explicit means and extremes. Sums and counts are often implied. */
  aggregates: string[];
  /**
   * Whether "or" occurs: "Beijing and Shanghai" and "Beijing or Shanghai" have the same query, but may differ in
   * meaning.
   */
  either: boolean;
}

/**
 * The words that a reading must never lose, read independently of the model: two questions with the same query share a
 * statement only if these are equal too. An error of the planner then causes a cache miss, and never a wrong hit.
 */
export function fingerprintOf(question: string, today: string): Fingerprint {
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
