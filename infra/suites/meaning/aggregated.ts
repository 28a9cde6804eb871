import type { AggregateFunction } from '@querent/contracts';
import type { Value } from './random/world';

/**
 * A figure. `isNothing`: the sum of no values, which counts as 0 in bounds and ranks and may be shown as 0 or empty.
 */
export interface Figure {
  value: number | string | boolean | null;
  isNothing: boolean;
}

export const figure = (value: Figure['value']): Figure => ({ value, isNothing: false });

/** An aggregate of values, without NULLs as in SQL. `count` counts the values that are not NULL. */
export function aggregated(fn: AggregateFunction, values: readonly Value[]): Figure {
  const known = values.filter((value) => value !== null);
  switch (fn) {
    case 'count':
      return figure(known.length);
    case 'count_distinct':
      return figure(new Set(known).size);
    case 'sum':
      return known.length === 0 ? { value: 0, isNothing: true } : figure(sumOf(known));
    case 'avg':
      return figure(known.length === 0 ? null : sumOf(known) / known.length);
    case 'min':
      return figure(
        known.reduce((least: Figure['value'], value) => (least === null || value < least ? value : least), null),
      );
    case 'max':
      return figure(
        known.reduce((most: Figure['value'], value) => (most === null || value > most ? value : most), null),
      );
    case 'median':
      return figure(medianOf(known.map(Number)));
  }
}

const sumOf = (values: readonly Value[]): number => values.reduce((sum: number, value) => sum + Number(value), 0);

/** The median; for an even number of values, the mean of the two middle ones. */
function medianOf(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** The ratio of a part to a whole. Null if the whole is 0 or has no value. */
export function ratio(part: Figure, whole: Figure): Figure {
  if (part.value === null || whole.value === null || Number(whole.value) === 0) return figure(null);
  return { value: Number(part.value) / Number(whole.value), isNothing: part.isNothing };
}
