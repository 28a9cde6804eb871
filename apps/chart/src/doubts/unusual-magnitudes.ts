import type { Doubt } from '@querent/contracts';
import { isPercent } from '../reading/cell-text';
import { numbersOf, type ResultShape, type ShapeColumn } from '../reading/result-shape';

interface MagnitudeRule {
  /** Description of the rule, used in the test. */
  name: string;
  /** Columns that the rule applies to. */
  concerns: (column: ShapeColumn, shape: ResultShape) => boolean;
  /** Whether the magnitude of the numbers suggests a mistake. */
  isUnusual: (numbers: readonly number[], column: ShapeColumn, shape: ResultShape) => boolean;
}

/** Tolerance for rounding errors in sums of shares. */
const ROUNDING = 1e-6;
/** A rate above 1,000 % was probably multiplied by a hundred twice. */
const LARGEST_RATE = 10;
/** One quadrillion: more than all money in the world, and near the limit of exact integers in floating point. */
const LARGEST_FIGURE = 1e15;
/**
 * Ratio of the largest group to the median of the others. Real distributions are skewed, but seldom by four orders of
 * magnitude.
 */
const OUTLIER = 1e4;
const FEWEST_GROUPS = 5;

const isFigure = ({ role, format }: ShapeColumn): boolean =>
  role === 'measure' && format !== 'text' && format !== 'date';

/** Rules, none of which gives a false alarm for the demo's gold questions. */
export const magnitudeRules: readonly MagnitudeRule[] = [
  {
    name: 'a share above 100 %',
    concerns: ({ role }) => role === 'share',
    isUnusual: (numbers) => numbers.some((value) => value < -ROUNDING || value > 1 + ROUNDING),
  },
  {
    name: 'a rate above the largest plausible rate',
    concerns: (column) => isFigure(column) && (isPercent(column) || column.unit === '%'),
    isUnusual: (numbers, column) =>
      numbers.some((value) => Math.abs(isPercent(column) ? value : value / 100) > LARGEST_RATE),
  },
  {
    name: 'a figure above the largest plausible figure',
    concerns: isFigure,
    isUnusual: (numbers) => numbers.some((value) => Math.abs(value) >= LARGEST_FIGURE),
  },
  {
    name: 'NaN or infinity',
    concerns: (column) => isFigure(column) || column.role === 'share',
    isUnusual: (_numbers, { index }, { rows }) =>
      rows.some((row) => typeof row[index] === 'string' && /^(NaN|-?Infinity)$/.test(row[index])),
  },
  {
    name: 'one group far larger than the others',
    concerns: (column, { grouped }) => grouped && isFigure(column),
    isUnusual: (numbers) => numbers.length >= FEWEST_GROUPS && isOutlying(numbers),
  },
];

/** Columns with implausibly large or small figures. */
export function unusualMagnitudes(shape: ResultShape): Doubt[] {
  return shape.columns
    .filter((column) =>
      magnitudeRules.some(
        ({ concerns, isUnusual }) => concerns(column, shape) && isUnusual(numbersOf(shape, column), column, shape),
      ),
    )
    .map(({ label }) => ({ sign: 'unusual_magnitude', about: label }));
}

/** Whether the largest number is far above the median of the others; false if that median is zero. */
function isOutlying(numbers: readonly number[]): boolean {
  const [largest = 0, ...others] = numbers.map(Math.abs).sort((a, b) => b - a);
  const median = others[Math.floor(others.length / 2)] ?? 0;
  return median > 0 && largest >= OUTLIER * median;
}
