import type { ColumnRef, Filter } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import type { Operator } from '@querent/lexicon';
import {
  type ColumnsMeaning,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isBareSet,
  isCount,
  opposite,
  pair,
  type RankingMeaning,
  type SetMeaning,
} from '@querent/grammar';
import { aggregated, countOfEvent, grouped } from '@querent/constructions';
import { isExtreme } from '@querent/model';
import { isOfOtherScale, mayGradeCounts, graded } from './scales';

/** Superlatives of figures, columns, events and things: the most, the highest, the earliest. */
export const EXTREMES: readonly Construction[] = [
  pair(
    'extreme before its figure',
    'op:extreme',
    'figure',
    { zh: '最高运费', en: 'highest freight' },
    // "The highest donation" is not a number of donations.
    (word, figure, facts) =>
      word.operator.graded && figure.implied && isCount(figure) ? null : attributive(extremeOf(word, figure, facts)),
  ),
  pair(
    'extreme value of amounts',
    'op:extreme',
    'figure',
    { cost: 0.02, zh: '最长时长', en: 'longest duration' },
    ({ operator: { direction, limit, rank, scale } }, figure, facts) => {
      if (scale === 'time' || scale === 'age' || (limit ?? rank) !== null) return null;
      const [least, most] = (['min', 'max'] as const).map((fn) => aggregated(figure, fn, facts));
      const [found, other] = direction === 'asc' ? [least, most] : [most, least];
      // The best rank is the first one; "highest" may mean the first or the largest number.
      if (!found || !other || figure.bare === null || !facts.isRank(figure.bare)) return found ?? null;
      return scale === 'quality' ? other : [found, other];
    },
  ),
  pair(
    'extreme of a figure',
    'figure',
    'op:extreme',
    { zh: '运费最高', en: 'freight highest' },
    (figure, word, facts) => extremeOf(word, figure, facts),
  ),
  pair('most or fewest rows', 'op:extreme', 'set', { cost: 0.05, zh: '', en: 'most orders' }, ({ operator }, set) =>
    mostRows(operator, set),
  ),
  pair(
    'most or fewest rows, behind them',
    'set',
    'op:extreme',
    { cost: 0.05, zh: '订单最多', en: '' },
    (set, { operator }) => {
      const found = mostRows(operator, set);
      // "Which river has the most states" counts states.
      return found && { meaning: found.meaning, cost: found.cost + (operator.inEnglish ? BEHIND_IN_ENGLISH : 0) };
    },
  ),
  pair(
    'most or fewest among rows',
    'op:extreme',
    'of_set',
    { cost: 0.1, zh: '', en: 'most common among the orders' },
    ({ operator }, { set }) => mostRows(operator, set),
  ),
  pair(
    'extreme before its column',
    'op:extreme',
    'columns',
    { zh: '最早的下单日期', en: 'earliest order date' },
    (word, columns, facts) => attributive(extremeOfColumn(word, columns, facts)),
  ),
  pair(
    'extreme of a column',
    'columns',
    'op:extreme',
    { zh: '下单日期最早', en: 'order date earliest' },
    (columns, word, facts) => extremeOfColumn(word, columns, facts),
  ),
  ...either(
    'extreme of an event',
    'op:extreme',
    'event',
    { zh: '最早入职', en: 'admitted most recently' },
    ({ operator: { direction, limit, rank, scale } }, { column, negated }) =>
      (scale === 'time' || scale === 'age') && !negated
        ? { cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank }
        : null,
  ),
  ...either(
    'most or fewest times of an event',
    'op:extreme',
    'event',
    { cost: 0.05, zh: '借出最多', en: 'most borrowed, borrowed most often' },
    ({ operator: { direction, limit, rank, scale, graded, inEnglish } }, { column, negated }, facts) =>
      scale === 'amount' && !negated && !graded
        ? ranking(
            { ...countOfEvent(facts, column), ...(inEnglish && { oftenest: true as const }) },
            direction,
            limit,
            rank,
          )
        : null,
  ),
  pair(
    'marker before an extreme',
    ['w:with', 'w:by', 'w:in', 'w:of', 'w:is', 'w:do'],
    'ranking',
    { zh: '有最多订单', en: 'with the most orders' },
    (_, found) => marked(found),
  ),
  pair('marker after an extreme', 'ranking', 'w:de', { cost: 0.02, zh: '最高运费的', en: '' }, (found) =>
    found.attributive ? marked(found) : null,
  ),
  pair('period of an extreme', 'ranking', 'period', { zh: '', en: 'most orders last month' }, (found, { use }) =>
    found.change
      ? use.key === SINCE_LAST_YEAR
        ? found
        : null
      : found.by.cat === 'figure'
        ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } }
        : null,
  ),
  pair('period before an extreme', 'period', 'ranking', { zh: '上个月订单最多', en: '' }, ({ use }, found) =>
    found.by.cat === 'figure' ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } } : null,
  ),
  pair(
    'extreme of what rows amount to',
    'set',
    'ranking',
    { cost: 0.1, zh: '', en: 'when did we invoice the highest amount' },
    (set, found) =>
      found.attributive && found.by.cat === 'figure' && found.by.thing === set.thing && isBareSet(set)
        ? marked(found)
        : null,
  ),
  ...either(
    'first or last time of each group',
    'keys',
    ['ranking', 'set'],
    { cost: 0.03, zh: '每个客户最近一次下单的日期', en: "each customer's latest order date" },
    ({ keys }, found, facts) => {
      const extreme = found.cat === 'ranking' ? timeRanked(found, facts) : firstOfSet(found, facts);
      if (extreme === null || keys.some(({ each }) => !each)) return null;
      const { column, direction } = extreme;
      const fn = direction === 'asc' ? ('min' as const) : ('max' as const);
      const figure = figureOf(column.table, { kind: 'aggregate', fn, table: column.table, column });
      return grouped(facts, { ...figure, filters: extreme.filters }, { keys });
    },
  ),
  pair(
    'when the first or last time was',
    'w:when',
    'figure',
    { zh: '', en: 'when did each customer first order' },
    (_, figure) =>
      figure.keys.length > 0 && figure.measures.every(({ what }) => what.kind === 'aggregate' && isExtreme(what.fn))
        ? figure
        : null,
  ),
  ...either(
    'the oldest, latest or first of things',
    'op:extreme',
    'set',
    { zh: '最早的订单', en: 'the latest 5 orders', reversed: 0.2 },
    ({ operator: { direction, limit, rank, scale, top, graded } }, set, facts) => {
      const isPlain = set.select.length + set.order.length === 0;
      const kept = [set.thing, ...facts.extendedThings(set.thing)];
      const ofKept = (found: (thing: string) => ColumnRef[]): ColumnRef[] =>
        kept.map(found).find(({ length }) => length > 0) ?? [];
      const heights = graded && isPlain ? ofKept((thing) => facts.heightColumns(thing)) : [];
      // The highest payment and the largest invoice are ranked by their own amount.
      const own = (graded && heights.length === 0) || scale === 'size' ? facts.ownAmount(set.thing) : null;
      if (own && isPlain && !set.each && !set.clause)
        return {
          meaning: { ...set, order: [{ column: own, direction }], limit: limit ?? set.limit ?? 1, rank },
          cost: 0.05,
        };
      const [height, ...more] = heights;
      // The highest mountain is ranked by its height.
      if (height && more.length === 0 && !set.each)
        return {
          meaning: { ...set, order: [{ column: height, direction }], limit: limit ?? set.limit ?? 1, rank },
          cost: 0.05,
        };
      if ((top && scale !== 'time') || scale === 'amount' || scale === 'distance' || set.order.length > 0 || set.each)
        return null;
      const ages = scale === 'age' && set.clock === null ? ofKept((thing) => facts.ageColumns(thing)) : [];
      if (ages.length > 0)
        return ages.map((column) => ({
          meaning: { ...set, order: [{ column, direction }], limit: limit ?? set.limit ?? 1, rank },
          cost: ages.length > 1 ? 0.3 : 0.05,
        }));
      if (scale === 'time' || scale === 'age') {
        const clocks = set.clock !== null ? [set.clock] : timesOf(facts, set.thing, scale);
        return clocks.map((column, at) => ({
          meaning: {
            ...set,
            order: [
              {
                column,
                direction: scale === 'age' ? (direction === 'asc' ? ('desc' as const) : ('asc' as const)) : direction,
              },
            ],
            limit: limit ?? set.limit ?? 1,
            rank,
          },
          cost: clocks.length === 1 || isTheClock(facts, set, at) ? 0 : 0.15 + (facts.clock(set.thing) ? 0.1 : 0),
        }));
      }
      // In "the longest waiting time of visits", the amount has the extreme.
      if (set.select.length > 0) return null;
      const amountsOf = kept.map((thing) => facts.amountsOnScale(thing, scale));
      const { columns: amounts, areNamed } =
        amountsOf.find((found) => found.areNamed) ?? facts.amountsOnScale(set.thing, scale);
      // "Best" and "most populous" need a column on their scale.
      if ((scale === 'quality' || scale === 'people') && !areNamed) return null;
      return amounts.map((column) => ({
        meaning: { ...set, order: [{ column, direction }], limit: limit ?? set.limit ?? 1, rank },
        cost: amounts.length > 1 ? 0.3 : 0.05,
      }));
    },
  ),
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

interface TimeExtreme {
  column: ColumnRef;
  direction: 'asc' | 'desc';
  filters: Filter[];
}

const timeRanked = ({ by, direction, limit, rank }: RankingMeaning, facts: Facts): TimeExtreme | null =>
  by.cat === 'column' && !by.since && facts.isTime(by.column) && (limit ?? rank) === null
    ? { column: by.column, direction, filters: [] }
    : null;

/** The first or last row of a set by its time, if this is the only order; else null. */
function firstOfSet(set: SetMeaning, facts: Facts): TimeExtreme | null {
  const [first, ...more] = set.order;
  const isShown = ({ table, column }: ColumnRef): boolean =>
    table === first?.column.table && column === first.column.column;
  const isPlain = set.periods.length + set.having.length === 0 && set.select.every(isShown) && set.near === null;
  return first && more.length === 0 && set.limit === 1 && set.rank === null && isPlain && facts.isTime(first.column)
    ? { ...first, filters: set.filters }
    : null;
}

/**
 * The oldest person is the one born first. In a derived model, persons without an age or a birth date cannot be ranked
 * by age.
 */
function timesOf(facts: Facts, thing: string, scale: 'time' | 'age'): ColumnRef[] {
  const kept = [thing, ...facts.extendedThings(thing)];
  const births =
    scale === 'age' ? (kept.map((one) => facts.birthDates(one)).find(({ length }) => length > 0) ?? []) : [];
  if (births.length > 0) return births;
  return scale === 'age' && facts.model.derived && facts.mayBePeople(thing) ? [] : facts.clocks(thing);
}

/** The key of "since last year": a change is compared with the previous year. */
const SINCE_LAST_YEAR = 'since:last_year';

interface Extreme {
  operator: Extract<Operator, { op: 'extreme' }>;
}

/** Cost of counting the rows in front of an English "most". */
const BEHIND_IN_ENGLISH = 0.3;

function mostRows(
  { direction, limit, rank, scale, top, graded }: Extreme['operator'],
  set: SetMeaning,
): { meaning: RankingMeaning; cost: number } | null {
  const count = scale === 'amount' && !top && !graded && !set.asked ? countOf(set) : null;
  const found = count && (set.named || set.filters.length > 0) ? ranking(count, direction, limit, rank) : null;
  return found && { meaning: found, cost: set.named ? 0 : 0.05 };
}

const attributive = (found: RankingMeaning | null): RankingMeaning | null =>
  found && (found.limit ?? found.rank) === null ? { ...found, attributive: true } : found;

function extremeOfColumn(
  { operator: { direction, limit, rank, scale } }: Extreme,
  { columns }: ColumnsMeaning,
  facts: Facts,
): RankingMeaning | null {
  const [column, ...more] = columns;
  // "The most" of a time ranks what happened then.
  if (!column || more.length > 0 || (!facts.isTime(column) && isOfOtherScale(facts, column, scale))) return null;
  return (facts.isTime(column) ? scale !== 'amount' : facts.isAmount(column))
    ? {
        cat: 'ranking',
        by: { cat: 'column', column },
        direction: sinceThen(facts, column, scale, direction),
        limit,
        rank,
      }
    : null;
}

/** Those who joined longest ago (入职时间最长) have the earliest date, unless the date is in the future. */
function sinceThen(
  facts: Facts,
  column: ColumnRef,
  scale: SuperlativeScale | null,
  direction: 'asc' | 'desc',
): 'asc' | 'desc' {
  const isTurned = scale === 'length' && facts.isTime(column) && !facts.isPlannedTime(column);
  return isTurned ? opposite(direction) : direction;
}

function extremeOf(
  { operator: { direction, limit, rank, scale } }: Extreme,
  figure: FigureMeaning,
  facts: Facts,
): RankingMeaning | null {
  // The best cooks are not the most numerous ones.
  if (scale === 'quality' && figure.implied) return null;
  if (figure.bare !== null && isOfOtherScale(facts, figure.bare, scale)) return null;
  return scale === 'time' || scale === 'age' || figure.order !== null || (isCount(figure) && !mayGradeCounts(scale))
    ? null
    : ranking(figure, graded(facts, figure, scale, direction), limit, rank);
}

/** An extreme that a marker joins to what has it: with the highest freight. */
export function marked({ attributive: _, ...found }: RankingMeaning): RankingMeaning {
  return found;
}

function ranking(
  by: FigureMeaning,
  direction: 'asc' | 'desc',
  limit: number | null,
  rank: number | null,
): RankingMeaning | null {
  return by.keys.length > 0 || by.compare !== null ? null : { cat: 'ranking', by, direction, limit, rank };
}

/** Whether this is the first of several time columns, and the most probable one by far. */
const isTheClock = (facts: Facts, { thing }: SetMeaning, at: number): boolean =>
  at === 0 && facts.clock(thing) !== null;
