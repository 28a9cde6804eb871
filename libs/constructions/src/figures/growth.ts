import type { Operator } from '@querent/lexicon';
import {
  type Built,
  type Construction,
  countOf,
  either,
  type FigureMeaning,
  figureWithCondition,
  type GrowthMeaning,
  type Meaning,
  pair,
  type PeriodUse,
  type SetMeaning,
  shiftOf,
} from '@querent/grammar';
import { grouped } from './groupings';
import { inTwoPeriods, isCountOfLasting } from '../time/period-comparisons';
import { overSet } from '../rows/rows-of-sets';

/**
 * Growth of a figure, with a word of growth between the figure and its periods: did revenue grow in 2025 compared with
 * 2024.
 */
export const GROWTH: readonly Construction[] = [
  ...either(
    'growth of what',
    ['figure', 'set'],
    'w:growth',
    { cost: 0.03, zh: '', en: 'freight growth, did orders rise' },
    (what, _, facts) => {
      const figure = what.cat === 'figure' ? what : ofRows(what);
      if (figure && isCountOfLasting(facts, figure)) return null;
      const isPlain = figure !== null && figure.compare === null && figure.share === null && figure.order === null;
      return isPlain && figure.periods.length === 0 && figure.having.length === 0
        ? { cat: 'growth_of', figure: { ...figure, implied: false } }
        : null;
    },
  ),
  pair(
    'growth since what',
    'op:compare_periods',
    'growth_of',
    { zh: '', en: 'year-on-year freight growth' },
    ({ operator }, { figure }) => {
      const compare = shiftOf(operator);
      return compare && figure.compare === null ? { cat: 'growth_of', figure: { ...figure, compare } } : null;
    },
  ),
  pair(
    'growth in each group',
    'growth_of',
    'keys',
    { zh: '', en: 'freight growth by region' },
    ({ figure }, keys, facts) => {
      // Grouping by time would give a series of changes.
      const made = keys.keys.some(({ column }) => column === null) ? null : grouped(facts, figure, keys);
      return made && { meaning: { cat: 'growth_of', figure: made.meaning }, cost: made.cost };
    },
  ),
  pair(
    'growth under a condition',
    'growth_of',
    'condition',
    { cost: 0.02, zh: '', en: 'freight growth in Berlin' },
    ({ figure }, condition, facts) => growths(figureWithCondition(facts, figure, condition)),
  ),
  pair(
    'growth of what belongs to a set',
    'growth_of',
    'of_set',
    { cost: 0.04, zh: '', en: 'freight growth of VIP customers' },
    ({ figure }, { set }, facts) => {
      const made = overSet(facts, figure, set);
      return made && growths([made]);
    },
  ),
  pair('growth in a period', 'growth_of', 'period', { zh: '', en: 'freight growth in 2025' }, ({ figure }, { use }) =>
    inPeriod(figure, use),
  ),
  ...either(
    'growth between two periods',
    'growth_of',
    'pair',
    { zh: '', en: 'freight growth in 2025 compared with 2024' },
    ({ figure }, periods) => (figure.compare === null ? { ...figure, compare: inTwoPeriods(periods) } : null),
  ),
  ...either(
    'growth since the period before',
    'growth_of',
    ['op:compare_periods', 'shifted'],
    { zh: '', en: 'freight growth compared with last year' },
    ({ figure }, change) => {
      const compare = change.cat === 'shifted' ? change.shift : shiftOf(change.operator);
      if (compare === null || figure.compare !== null) return null;
      return { ...figure, periods: change.cat === 'shifted' ? [change.use] : [], compare };
    },
  ),
  pair(
    'growth from one period to another, named first',
    'period',
    'growth_of',
    { cost: 0.02, zh: '', en: 'between 2024 and 2025, by how much did freight change' },
    ({ use }, { figure }) => (use.ends ? inPeriod(figure, use) : null),
  ),
  pair(
    'word of growth before what grew',
    'w:growth',
    'growth_of',
    { cost: 0.01, zh: '', en: 'by how much did freight change' },
    (_, grown) => grown,
  ),
  pair('how many more', ['op:count', 'op:share'], 'w:more', { zh: '', en: 'how many more' }, ({ operator }) =>
    operator.op === 'share' ? (operator.rate ? null : { cat: 'more_of', operator }) : moreOf(operator),
  ),
  pair('by how many percent more', 'w:growth', 'w:more', { zh: '', en: 'by how many percent more' }, () => ({
    cat: 'more_of',
    operator: { op: 'share' },
  })),
  pair(
    'how many more of what',
    'more_of',
    ['set', 'figure'],
    { cost: 0.02, zh: '', en: 'how many more orders this year than last year' },
    ({ operator }, what) => {
      const figure = what.cat === 'figure' ? what : ofRows({ ...what, asked: false });
      const fits =
        figure !== null && (operator.op === 'share' || (operator.amount === true) === (what.cat === 'figure'));
      const isOne = figure !== null && figure.share === null && figure.order === null && figure.compare === null;
      return fits && isOne ? { ...figure, implied: false, asked: true, more: true } : null;
    },
  ),
  pair(
    'period that another is above or below',
    'op:compare',
    'period',
    { zh: '', en: 'this year over last year' },
    ({ operator: { compare } }, { use }) => (compare === '>' && !use.negated ? { cat: 'over_period', use } : null),
  ),
  pair(
    'period over another',
    'period',
    'over_period',
    { cost: 0.02, zh: '', en: 'grow this year over last year' },
    ({ use: current }, { use: base }) => (current.negated ? null : { cat: 'pair', base, current }),
  ),
];

/** "How many more": a number of rows or an amount. */
const moreOf = (operator: Extract<Operator, { op: 'count' }>): Meaning | null =>
  operator.asks && !operator.money && !operator.long ? { cat: 'more_of', operator } : null;

/** The number of rows, if the rows grew. */
const ofRows = (set: SetMeaning): FigureMeaning | null => (set.named && !set.asked ? countOf(set) : null);

const growths = (made: ReturnType<typeof figureWithCondition>): Built[] =>
  made.map(({ meaning, cost }): Built => ({
    meaning: { cat: 'growth_of', figure: meaning } satisfies GrowthMeaning,
    cost,
  }));

/**
 * A figure in a period compared with the previous one; for a range, from its first to its last period; "since last
 * year" is a year-on-year change.
 */
function inPeriod(figure: FigureMeaning, use: PeriodUse): FigureMeaning | null {
  if (use.negated || (use.ends && figure.compare !== null)) return null;
  if (use.ends) return { ...figure, compare: { base: use.ends[0], current: use.ends[1] } };
  const before: FigureMeaning['compare'] = figure.compare ?? { kind: 'previous_period', grain: null };
  if (use.to !== null && use.from !== null) return { ...figure, periods: [use], compare: before };
  return use.key === 'since:last_year' && figure.compare === null
    ? { ...figure, compare: { kind: 'yoy', grain: null } }
    : null;
}
