import { type Construction, either, pair } from '../construction';
import { countOf } from '../meaning';

/** How many of each: a figure for each of the groups or values that were named before. */
export const COUNTS_OF_EACH: readonly Construction[] = [
  pair('how many of each', ['w:each', 'w:respectively'], 'op:count', { zh: '各有多少', en: '' }, () => ({
    cat: 'each_count',
  })),
  pair('figure apart', 'w:respectively', 'figure', { cost: 0.02, zh: '分别下了多少单', en: '' }, (_, figure) =>
    figure.keys.length > 0 ? null : { ...figure, apart: true },
  ),
  pair(
    'figure apart, after',
    'figure',
    'w:respectively',
    { cost: 0.03, zh: '', en: 'freight respectively' },
    (figure) => ({
      ...figure,
      apart: true,
    }),
  ),
  pair('how many rows of each', 'each_count', 'set', { cost: 0.08, zh: '各有多少客户', en: '' }, (_, set) =>
    countOf({ ...set, asked: false }),
  ),
  pair(
    'rows of which how many each',
    'set',
    'each_count',
    { cost: 0.12, zh: '客户各有多少', en: '' },
    (set, _, facts) =>
      set.filters.some((filter) => filter.kind === 'in') || facts.isNaming(set.thing, set.filters)
        ? null
        : countOf({ ...set, asked: false }),
  ),
  ...either('count of each listed value', 'set', 'each_count', { zh: 'A和B的设备各有多少', en: '' }, (set) => {
    const listed = set.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
    const [one, ...more] = listed;
    const count = countOf({ ...set, asked: false });
    return count && one?.kind === 'in' && more.length === 0
      ? { ...count, keys: [{ column: one.column, grain: null }] }
      : null;
  }),
  pair(
    'figure of each that is asked for',
    'figure',
    'each_count',
    { cost: 0.02, zh: '各大区的运费分别是多少', en: '' },
    (figure) => {
      if (figure.keys.length > 0 || figure.measures.length > 1) return figure;
      const listed = figure.filters.filter((filter) => filter.kind === 'in' && !filter.negated);
      const [one, ...more] = listed;
      return one?.kind === 'in' && more.length === 0
        ? { ...figure, keys: [{ column: one.column, grain: null }] }
        : null;
    },
  ),
];
