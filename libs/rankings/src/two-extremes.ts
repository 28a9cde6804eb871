import { type Construction, pair } from '@querent/grammar';
import { isExtreme } from '@querent/model';
import { isOfOtherScale } from './extremes';

/** Both extremes of one amount: its minimum and its maximum. */
export const TWO_EXTREMES: readonly Construction[] = [
  pair(
    'two extremes of an amount',
    'op:extreme',
    'joined',
    { cost: 0.02, zh: '最便宜和最贵的单价', en: 'cheapest and most expensive price' },
    ({ operator: { direction, limit, rank, top, scale } }, { by, what }, facts) => {
      if (
        by !== 'and' ||
        what.cat !== 'figure' ||
        what.bare !== null ||
        (limit ?? rank) !== null ||
        top ||
        scale === 'time'
      )
        return null;
      const [measure, ...more] = what.measures;
      if (measure?.what.kind !== 'aggregate' || !measure.what.column || more.length > 0) return null;
      const { fn, column } = measure.what;
      const other = direction === 'desc' ? 'max' : 'min';
      const isOtherEnd = isExtreme(fn) && fn !== other;
      if (!isOtherEnd || isOfOtherScale(facts, column, scale)) return null;
      return { ...what, measures: [{ what: { ...measure.what, fn: other } }, measure] };
    },
  ),
];
