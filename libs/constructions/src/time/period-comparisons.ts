import {
  alone,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  hasUndatedEvent,
  isCount,
  pair,
  type PeriodMeaning,
  type PeriodPairMeaning,
  type PeriodShift,
  type PeriodUse,
  shiftOf,
} from '@querent/grammar';

/** Figures of one period compared with those of another. */
export const PERIOD_COMPARISONS: readonly Construction[] = [
  ...either(
    'figure against another period',
    'figure',
    'op:compare_periods',
    { zh: '订单数同比', en: 'orders compared with last year' },
    (figure, { operator }) => {
      const compare = shiftOf(operator);
      return compare === null || figure.compare !== null ? null : { ...figure, compare };
    },
  ),
  pair('change in percent', 'figure', 'op:share', { cost: 0.02, zh: '运费同比增长了百分之几', en: '' }, (figure) =>
    figure.compare !== null ? figure : null,
  ),
  pair(
    'change after and',
    ['w:and', 'w:comma', 'w:their', 'w:with'],
    'op:compare_periods',
    { cost: 0.02, zh: '及环比增长率', en: 'and month-over-month growth' },
    (_, change) => (change.operator.kind === 'between' ? null : change),
  ),
  ...either(
    'growth from period to period',
    'op:compare_periods',
    'w:growth',
    { cost: 0.01, zh: '环比的增长', en: 'month-over-month growth' },
    (change) => (change.operator.kind === 'between' ? null : change),
  ),
  ...either(
    'growth of a figure',
    'figure',
    'w:growth',
    { cost: 0.05, zh: '2025年运费增长率', en: 'growth of freight in 2025' },
    (figure, _, facts) => {
      if (isCountOfLasting(facts, figure)) return null;
      const isOfPeriods = figure.keys.some(({ grain }) => grain !== null);
      // "From 2023 to 2025" compares the two years, not the range with the three years before.
      const isOne =
        figure.periods.length === 1 &&
        figure.periods.every(({ to, negated, ends }) => to !== null && !negated && !ends);
      return figure.compare === null && isOfPeriods !== isOne
        ? { ...figure, implied: false, compare: { kind: 'previous_period', grain: null } }
        : null;
    },
  ),
  ...either(
    'comparing word around a comparison',
    'op:compare_periods',
    'figure',
    { cost: 0.03, zh: '', en: 'compare revenue of last month with the month before' },
    ({ operator: { kind } }, figure) => (kind === 'between' && figure.compare !== null ? figure : null),
  ),
  ...either(
    'comparing word beside its comparison',
    ['op:compare_periods', 'w:growth', 'w:trend'],
    'figure',
    { zh: '今年和去年的运费对比', en: 'compare freight this year and last year' },
    (word, figure) => {
      const isGrowth = (word as { cat: string }).cat === 'w:growth';
      if (figure.compare !== null && (isGrowth || 'base' in figure.compare)) return figure;
      // "How has it changed": over time.
      return isGrowth && figure.keys.some(({ column, grain }) => column === null || grain !== null) ? figure : null;
    },
  ),
  pair('difference after a comma', 'w:comma', 'w:differs', { zh: '，差多少', en: '' }, (_, word) => word),
  pair(
    'difference of a comparison',
    'figure',
    'w:differs',
    { cost: 0.02, zh: '这个月的运费和上个月差多少', en: '' },
    (figure) => (figure.compare !== null ? figure : null),
  ),
  alone(
    'stretch between two years',
    'op:between',
    { cost: 0.1, zh: '', en: 'increase from 2024 to 2025' },
    ({ operator: { numbers, unit } }) => {
      const [first, last] = [yearOf(numbers[0], unit), yearOf(numbers[1], unit)];
      if (!first || !last) return null;
      const label = {
        zh: `${first.use.label.zh}到${last.use.label.zh}`,
        en: `${first.use.label.en} to ${last.use.label.en}`,
      };
      const use = { ...first.use, to: last.use.to, label, grain: null, ends: [first.use, last.use] as const };
      return { cat: 'period', use };
    },
  ),
  pair(
    'change from one period to another',
    'w:growth',
    'period',
    { cost: 0.02, zh: '', en: 'grow from 2024 to 2025' },
    (_, { use: { ends } }) => (ends ? { cat: 'pair', base: ends[0], current: ends[1] } : null),
  ),
  ...either(
    'change over a period',
    'w:growth',
    'figure',
    { cost: 0.05, zh: '从2024年到2025年运费增长了多少', en: 'growth of freight from 2024 to 2025' },
    (_, figure) => {
      const [only, ...more] = figure.periods;
      if (figure.compare !== null || figure.share !== null || !only || more.length > 0 || only.column !== null)
        return null;
      const { ends, grain } = only;
      if (ends) return { ...figure, implied: false, periods: [], compare: { base: ends[0], current: ends[1] } };
      return grain === 'year' ? { ...figure, implied: false, compare: { kind: 'yoy', grain: null } } : null;
    },
  ),
  ...either(
    'comparing word beside what is compared',
    'op:compare_periods',
    'figure',
    { cost: 0.03, zh: '各大区的运费对比', en: 'compare freight by region' },
    ({ operator: { kind } }, figure) => {
      if (kind !== 'between' || figure.compare !== null || figure.share !== null) return null;
      if (figure.keys.length > 0) return figure;
      const [listed, ...more] = figure.filters.flatMap((one) =>
        one.kind === 'in' && !one.negated ? [one.column] : [],
      );
      return listed && more.length === 0
        ? { ...figure, implied: false, keys: [{ column: listed, grain: null }] }
        : null;
    },
  ),
  ...either(
    'word of more or less',
    'w:more',
    ['figure', 'set'],
    { cost: 0.03, zh: '这个月的订单比上个月多', en: 'more orders this month than last month' },
    (_, what) => {
      // A ranking of changes already expresses more or less by its order; 多少 after it asks for something else.
      if (what.cat === 'figure') return what.compare !== null && what.order === null ? what : null;
      const count = countOf({ ...what, asked: false });
      return count && what.named ? { ...count, implied: true } : null;
    },
  ),
  pair(
    'two periods',
    'period',
    'joined',
    { cost: 0.02, zh: '今年和去年', en: 'this year and last year' },
    (period, { by, what }) =>
      by === 'and' && what.cat === 'period' && isBase(what.use)
        ? { cat: 'pair', current: period.use, base: what.use }
        : null,
  ),
  pair(
    'one of two periods',
    'period',
    'joined',
    { cost: 0.02, zh: '今年或去年', en: 'this year or last year' },
    ({ use }, { by, what }) =>
      by === 'or' && what.cat === 'period' && isBase(what.use)
        ? { cat: 'period', use: { ...use, or: [...(use.or ?? []), what.use] } }
        : null,
  ),
  pair(
    'period against another',
    ['w:than', 'w:with', 'w:to'],
    'period',
    { zh: '比去年', en: 'versus last year' },
    (_, period) => ({ cat: 'joined', by: 'and', what: period }),
  ),
  pair(
    'year against another',
    ['w:than', 'w:with'],
    'number',
    { cost: 0.02, zh: '', en: 'compare freight in 2025 with 2024' },
    (_, { value, unit }) => {
      const what = yearOf(value, unit);
      return what && { cat: 'joined', by: 'and', what };
    },
  ),
  pair(
    'period compared with',
    'op:compare_periods',
    ['period', 'joined'],
    { zh: '对比去年', en: 'compared with last year' },
    ({ operator }, other) => {
      const what = other.cat === 'joined' ? other.what : other;
      return operator.kind === 'between' && what.cat === 'period' ? { cat: 'joined', by: 'and', what } : null;
    },
  ),
  pair('period before its comparing word', 'joined', 'w:than', { zh: '和前年比', en: '' }, (joined) =>
    joined.by === 'and' && joined.what.cat === 'period' ? joined : null,
  ),
  ...either(
    'pair after a comparing word',
    'op:compare_periods',
    'pair',
    { zh: '对比今年和去年', en: 'compare this year with last year' },
    ({ operator }, periods) => (operator.kind === 'between' ? periods : null),
  ),
  pair(
    'period and the same one before',
    'period',
    'op:compare_periods',
    { cost: 0.02, zh: '上个月和去年同期', en: 'last month and the same month last year' },
    ({ use }, { operator }) => {
      const shift = shiftOf(operator);
      return shift && { cat: 'shifted', use, shift };
    },
  ),
  ...either(
    'figure in a period and the one before',
    'figure',
    'shifted',
    { zh: '上个月和去年同期的运费', en: 'freight last month and the same month last year' },
    (figure, { use, shift }) =>
      figure.compare === null && figure.periods.length === 0 ? { ...figure, periods: [use], compare: shift } : null,
  ),
  ...either(
    'extreme of a change',
    ['w:rise', 'w:fall'],
    'op:extreme',
    { zh: '提升最多', en: 'improved most, biggest drop' },
    (way, { operator: { direction, limit, rank, scale } }) =>
      direction === 'desc' && scale !== 'time' && scale !== 'age'
        ? {
            cat: 'most_change',
            direction: (way as { cat: string }).cat === 'w:rise' ? 'desc' : 'asc',
            limit,
            rank,
          }
        : null,
  ),
  ...either(
    'figure that changed most',
    'figure',
    'most_change',
    { zh: '运费比去年提升最多', en: 'freight increased most' },
    (figure, { direction, limit, rank }) => {
      if (figure.keys.length > 0 || figure.order !== null || figure.share !== null || figure.per !== null) return null;
      const compare = figure.compare ?? sinceThen(figure);
      if (compare === null) return null;
      const periods = figure.compare === null ? [] : figure.periods;
      return {
        cat: 'ranking',
        by: { ...figure, implied: false, periods, compare },
        direction,
        limit,
        rank,
        change: true,
      };
    },
  ),
  pair(
    'change since a period',
    'ranking',
    'op:compare_periods',
    { zh: '', en: 'freight increased most compared with last year' },
    (found, { operator }) => {
      const { by } = found;
      const compare = shiftOf(operator);
      return found.change && by.cat === 'figure' && compare !== null ? { ...found, by: { ...by, compare } } : null;
    },
  ),
  ...either(
    'figure in two periods',
    'figure',
    'pair',
    { zh: '今年和去年的运费', en: 'freight this year and last year' },
    (figure, periods, facts) =>
      figure.compare !== null || figure.periods.length > 0 || hasUndatedEvent(facts, figure.filters)
        ? null
        : { ...figure, compare: inTwoPeriods(periods) },
  ),
  pair(
    'later period that a figure is compared with',
    'figure',
    'joined',
    { cost: 0.08, zh: '上个月的订单数和上上个月', en: 'orders this month with last month' },
    (figure, { by, what }) => {
      const [only, ...more] = figure.periods;
      if (
        by !== 'and' ||
        what.cat !== 'period' ||
        !isBase(what.use) ||
        !only ||
        more.length > 0 ||
        figure.compare !== null
      )
        return null;
      // Rows that are not counted belong to both periods.
      if (figure.implied) return null;
      const [base, current] = (what.use.from ?? '') >= (only.from ?? '') ? [only, what.use] : [what.use, only];
      return { ...figure, periods: [], compare: { base, current } };
    },
  ),
];

/** Whether a period can be the base of a comparison: "but not in 2025" excludes it. */
const isBase = ({ negated }: PeriodUse): boolean => !negated;

/** Two periods in chronological order: the earlier one is the base. */
export function inTwoPeriods({ base, current }: PeriodPairMeaning): { base: PeriodUse; current: PeriodUse } {
  return (current.from ?? '') >= (base.from ?? '') ? { base, current } : { base: current, current: base };
}

/** A number as a year; null if it has a unit or is not between 1900 and 2099. */
export function yearOf(year: number, unit: string | null): PeriodMeaning | null {
  if (unit !== null || !Number.isInteger(year) || year < 1900 || year >= 2100) return null;
  return {
    cat: 'period',
    use: {
      from: `${year}-01-01`,
      to: `${year + 1}-01-01`,
      label: { zh: `${year}年`, en: String(year) },
      grain: 'year',
      relative: false,
      key: '',
      column: null,
      negated: false,
    },
  };
}

/** The comparison of "since last year", or of no period at all: this year with last year. Null for other periods. */
function sinceThen({ periods }: FigureMeaning): PeriodShift | null {
  return periods.every(({ key }) => key === 'since:last_year') ? { kind: 'yoy', grain: null } : null;
}

/** Whether a figure counts lasting things. How many customers there were in a year is not how many came in it. */
export const isCountOfLasting = (facts: Facts, figure: FigureMeaning): boolean =>
  isCount(figure) && figure.clock === null && facts.isLasting(figure.thing);
