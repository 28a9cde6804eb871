import type { ColumnRef } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import { type Facts, type FigureMeaning, isLengthOfTime, opposite, type SetMeaning } from '@querent/grammar';

/**
 * Whether a word grades another scale than a column's: "youngest" is not the lowest score, "tallest" not the highest
 * age.
 */
export function isOfOtherScale(facts: Facts, column: ColumnRef, scale: SuperlativeScale | null): boolean {
  if (scale === null || !GRADING_ONE.has(scale) || facts.isOnScale(column, scale)) return false;
  return scale === 'age' || OF_ONE_SCALE.some((other) => other !== scale && facts.isOnScale(column, other));
}

/** Scales whose words fit no other scale, and scales that a column's name identifies with certainty. */
const GRADING_ONE: ReadonlySet<SuperlativeScale> = new Set(['age', 'length', 'weight', 'speed', 'distance', 'price']);

const OF_ONE_SCALE: readonly SuperlativeScale[] = ['age', 'weight', 'people'];

/** Counts are high and large, but not expensive, long or heavy. */
export const mayGradeCounts = (scale: SuperlativeScale | null): boolean =>
  scale === null || scale === 'amount' || scale === 'size' || scale === 'quality';

/** The sort direction with the best first: for a figure that is better when lower, the lowest first. */
export function bestFirst(facts: Facts, { measures }: FigureMeaning, direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return facts.isBetterLower(measures) ? opposite(direction) : direction;
}

/** The sort direction along a scale: the best first; "slowest" is the longest duration. */
export function graded(
  facts: Facts,
  figure: FigureMeaning,
  scale: SuperlativeScale | null,
  direction: 'asc' | 'desc',
): 'asc' | 'desc' {
  if (scale === 'quality') return bestFirst(facts, figure, direction);
  const isTurned = scale === 'speed' && isLengthOfTime(facts, figure.measures[0]?.what);
  return isTurned ? opposite(direction) : direction;
}

/**
 * The only amount of the rows on a scale: the only shown one, else the only one named after the scale. Null if there
 * are several.
 */
export function gradedColumn(facts: Facts, { thing, select }: SetMeaning, scale: SuperlativeScale): ColumnRef | null {
  const shown = select.filter((column) => facts.role(column) === 'measure');
  const { columns, areNamed } = facts.amountsOnScale(thing, scale);
  const heights = scale === 'length' && !areNamed ? facts.heightColumns(thing) : [];
  const [column, ...more] = shown.length > 0 ? shown : areNamed ? columns : heights;
  return column && more.length === 0 && column.table === thing ? column : null;
}
