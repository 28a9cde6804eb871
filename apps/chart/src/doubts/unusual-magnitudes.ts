import type { Doubt } from '@querent/contracts';
import { isPercent } from '../reading/cell-text';
import { numbersOf, type ResultShape, type ShapeColumn } from '../reading/result-shape';

interface MagnitudeRule {
  /** What the rule is about, for its test. */
  name: string;
  /** Columns that it looks at. */
  concerns: (column: ShapeColumn, shape: ResultShape) => boolean;
  /** Whether the column's numbers are of a size that such a column has only by mistake. */
  isUnusual: (numbers: readonly number[], column: ShapeColumn, shape: ResultShape) => boolean;
}

/** Sums of fractions end a hair beside one. */
const ROUNDING = 1e-6;
/** A rate beyond 1,000 % is more likely one that was multiplied by a hundred twice. */
const LARGEST_RATE = 10;
/** A figure of a quadrillion: more than all money there is, and where floating point begins to lose whole units. */
const LARGEST_FIGURE = 1e15;
/**
 * One group so many times as large as the median of the others: real distributions are skewed, but seldom by four
 * powers of ten.
 */
const OUTLIER = 1e4;
const FEWEST_GROUPS = 5;

const isFigure = ({ role, format }: ShapeColumn): boolean =>
  role === 'measure' && format !== 'text' && format !== 'date';

/** Few rules, each without a false alarm over the demo's gold questions. */
export const magnitudeRules: readonly MagnitudeRule[] = [
  {
    name: 'a part that is more than the whole',
    concerns: ({ role }) => role === 'share',
    isUnusual: (numbers) => numbers.some((value) => value < -ROUNDING || value > 1 + ROUNDING),
  },
  {
    name: 'a rate beyond measure',
    concerns: (column) => isFigure(column) && (isPercent(column) || column.unit === '%'),
    isUnusual: (numbers, column) =>
      numbers.some((value) => Math.abs(isPercent(column) ? value : value / 100) > LARGEST_RATE),
  },
  {
    name: 'a figure beyond measure',
    concerns: isFigure,
    isUnusual: (numbers) => numbers.some((value) => Math.abs(value) >= LARGEST_FIGURE),
  },
  {
    name: 'something that is no number',
    concerns: (column) => isFigure(column) || column.role === 'share',
    isUnusual: (_numbers, { index }, { rows }) =>
      rows.some((row) => typeof row[index] === 'string' && /^(NaN|-?Infinity)$/.test(row[index])),
  },
  {
    name: 'one group beyond the others',
    concerns: (column, { grouped }) => grouped && isFigure(column),
    isUnusual: (numbers) => numbers.length >= FEWEST_GROUPS && isOutlying(numbers),
  },
];

/** Columns with figures of a size that can hardly be meant. */
export function unusualMagnitudes(shape: ResultShape): Doubt[] {
  return shape.columns
    .filter((column) =>
      magnitudeRules.some(
        ({ concerns, isUnusual }) => concerns(column, shape) && isUnusual(numbersOf(shape, column), column, shape),
      ),
    )
    .map(({ label }) => ({ sign: 'unusual_magnitude', about: label }));
}

/**
 * Whether the largest is far from the median of all others; where that median is nothing, there is nothing to compare
 * with.
 */
function isOutlying(numbers: readonly number[]): boolean {
  const [largest = 0, ...others] = numbers.map(Math.abs).sort((a, b) => b - a);
  const median = others[Math.floor(others.length / 2)] ?? 0;
  return median > 0 && largest >= OUTLIER * median;
}
